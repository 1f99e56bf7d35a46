import type { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { FieldWords, RecordedTable } from './field-words.ts'
import type { Allowed } from './roles.ts'
import type { Workbook } from './workbooks.ts'

/** One row of the table of calls. Paths stand below `/v1`; `{name}` marks a parameter. */
export interface Endpoint {
  /** Rules on single rows come on top. */
  readonly may: Allowed
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** How the body travels; JSON where nothing is said. */
  readonly bodyType?: 'form' | 'multipart'
  /**
   * What a success answers; null is 204 without a body. `raw` answers are written by the server's own code, a workbook from
   * the rows that its handler reads in chunks.
   */
  readonly answer: z.ZodType | Workbook | null | 'raw'
  readonly status?: 200 | 201
  readonly errors?: readonly ErrorName[]
  /** A POST that makes no row: repeating it changes nothing, or is meant. All others take an `Idempotency-Key`. */
  readonly repeatable?: true
  /** A field of the body that says how long ago it was: it grows from try to try, and makes no other call of a repeat. */
  readonly ages?: string
  /** The table whose row it is about: the answer carries its version as ETag, and a PUT honours `If-Match`. */
  readonly versioned?: string
  /** It moves money or stock: the browser keeps it until it is answered, also over a reload, and then says this. */
  readonly booked?: string
  /** Milliseconds for which the server itself waits for a person or a device before it answers, at the most. */
  readonly waits?: number
  /** Other areas of which the answer shows something: it is read again when they change. */
  readonly shows?: readonly string[] | typeof everything
  /** Other areas whose rows it changes: what shows those is read again after it. */
  readonly changes?: readonly string[]
  /** It ends a right or makes room: it is done on a disk that is full, too. */
  readonly evenFull?: true
  /** Its handler opens transactions of its own, or none: it waits for a person or a device, or reads a file. */
  readonly transaction?: false
  /** Carries an ETag of its area's changes and of those that it shows, and answers 304 while nothing changed. */
  readonly polled?: true
}

export type AreaOf<Call> = Call extends `${infer Name}.${string}` ? Name : never
/** The area that a call's name begins with. */
export const areaOf = <Call extends string>(call: Call): AreaOf<Call> =>
  call.slice(0, call.indexOf('.')) as AreaOf<Call> // slicing forgets the literal type

/** As the history does. */
export const everything = 'everything'

/** Whether a call takes an `Idempotency-Key`: a repeat answers the first success again. */
export const takesKey = ({ method, repeatable }: Pick<Endpoint, 'method' | 'repeatable'>): boolean =>
  method === 'POST' && !repeatable

/** Whether a call may carry an `Idempotency-Key`: a `PUT` too, so that its retry is no conflict with its own change. */
export const acceptsKey = (endpoint: Pick<Endpoint, 'method' | 'repeatable'>): boolean =>
  takesKey(endpoint) || endpoint.method === 'PUT'

/**
 * A document of the books: numbered without gaps, voided by a counter-document, summed by the day on which it was booked
 * and by that of its void. Its table has the columns number, party_name, id_user, user_name and voided_at.
 */
export interface BookedDocument {
  /** What its numbers and its voids call it: voids name it in their column `id_<kind>`. */
  kind: string
  table: string
  /** The columns of when it was booked and of what it comes to. */
  at: string
  amount: string
  /** The column that says what it was for, where no lines do. */
  about?: string
  /** Whether money comes in or goes out by it. */
  flow: 'in' | 'out'
  /** One of them: 'la venta'. */
  word: FieldWords
  /** One of them, as a list of voids calls it: 'Venta'. */
  title: string
  /** All of them, as a part of a sum. */
  plural: string
}

export interface Area<Calls, Tables, Shown extends string, Booked> {
  calls: Calls
  /** The other areas that its reads show. */
  shown: readonly Shown[]
  /** What is recorded of it, by the names of the tables. */
  history: Tables
  /** What it books, where it does. */
  document: Booked
}

/**
 * An area says itself: its calls, what its reads show of other areas, and what its writes change of them, where a call says nothing else. Keeps each row's
 * own types while holding it to the shape of a row.
 */
export function area<
  const Calls extends Record<string, Endpoint>,
  const Tables extends Record<string, RecordedTable> = Record<never, never>,
  const Shown extends string = never,
  const Booked extends BookedDocument | undefined = undefined,
>(
  calls: Calls,
  {
    shows,
    changes,
    history,
    document,
  }: {
    shows?: readonly Shown[] | typeof everything
    changes?: readonly Shown[]
    history?: Tables
    document?: Booked
  } = {},
): Area<Calls, Tables, Shown, Booked> {
  const related = (row: Endpoint) => {
    if (row.method === 'GET') return shows && !row.shows ? { ...row, shows } : row
    return changes && !row.changes ? { ...row, changes } : row
  }
  return {
    // Each row is what it was, and what the browser reads of it besides.
    calls: Object.fromEntries(Object.entries(calls).map(([name, row]) => [name, related(row)])) as Calls,
    shown: shows === everything || !shows ? [] : shows,
    history: history ?? ({} as Tables), // none is recorded
    document: document as Booked, // left out is undefined
  }
}

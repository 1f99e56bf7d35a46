import type { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { Allowed } from './roles.ts'
import type { Workbook } from './workbooks.ts'

/** A row of the table of calls. Paths are below `/v1`; `{name}` marks a parameter. */
export interface Endpoint {
  /** Further rules may apply to single rows. */
  readonly may: Allowed
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  /** Ids that the path names, by default. */
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** JSON by default. */
  readonly bodyType?: 'form' | 'multipart'
  /** Schema of a success; null is 204. `raw` answers are sent by the handler; a workbook is made of rows read in chunks. */
  readonly answer: z.ZodType | Workbook | null | 'raw'
  readonly status?: 200 | 201
  /** Beside `row.missing` of a path with an id, and `row.stale` of a versioned PUT. */
  readonly errors?: readonly ErrorName[]
  /** A POST without an `Idempotency-Key`, because a repeat does no harm. */
  readonly repeatable?: true
  /** Field with an age in milliseconds, which may differ in a repeat. */
  readonly ageField?: string
  /** Table of the row: answers carry its version as ETag, and PUT honours `If-Match`. */
  readonly versioned?: string
  /** Moves money or stock: the browser keeps the call until it is answered, then shows this text. */
  readonly booked?: string
  /** Longest wait of the handler for a person or device, in milliseconds. */
  readonly maxWaitMs?: number
  /** Further areas shown in the answer: their changes cause a refresh. */
  readonly shows?: readonly string[] | typeof showsEveryArea
  /** Further areas whose rows it changes. */
  readonly changes?: readonly string[]
  /** Allowed on a full disk: ends a right or frees space. */
  readonly allowedOnFullDisk?: true
  /** False for handlers with transactions of their own, or none. */
  readonly transaction?: false
  /** Answers 304 while the shown areas are unchanged. */
  readonly polled?: true
}

export type CallArea<Call> = Call extends `${infer Name}.${string}` ? Name : never
/** Area of a call: the beginning of its name. */
export const getCallArea = <Call extends string>(call: Call): CallArea<Call> =>
  call.slice(0, call.indexOf('.')) as CallArea<Call> // slicing forgets the literal type

/** Value of `shows` for areas that show all others, such as the history. */
export const showsEveryArea = 'everything'

/** True if a call takes an `Idempotency-Key`: a repeat gets the first success again. */
export const takesIdempotencyKey = ({ method, repeatable }: Pick<Endpoint, 'method' | 'repeatable'>): boolean =>
  method === 'POST' && !repeatable

/** True if the call may carry a key: a PUT too, so that a retry does not conflict with itself. */
export const acceptsIdempotencyKey = (endpoint: Pick<Endpoint, 'method' | 'repeatable'>): boolean =>
  takesIdempotencyKey(endpoint) || endpoint.method === 'PUT'

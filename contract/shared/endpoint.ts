import type { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { AllowedRoles } from './roles.ts'
import type { Workbook } from './workbooks.ts'

/** An API call: one row of the table of calls. Paths are below `/v1`; `{name}` marks a parameter. */
export interface Endpoint {
  /** Roles that may make the call; the handler may refuse single rows in addition. */
  readonly may: AllowedRoles
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  /** Schema of the path parameters; by default the ids named in the path. */
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Format of the body; JSON if absent. */
  readonly bodyType?: 'form' | 'multipart'
  /** Schema of a successful response. null: status 204; `raw`: sent by the handler; workbook: an Excel file. */
  readonly answer: z.ZodType | Workbook | null | 'raw'
  readonly status?: 200 | 201
  /** Errors besides `row.missing` of a path with an id and `row.stale` of a versioned PUT, which are always added. */
  readonly errors?: readonly ErrorName[]
  /** True for a POST that needs no `Idempotency-Key`, because repeating it does no harm. */
  readonly repeatable?: true
  /** Name of the body field with an age in milliseconds, which may differ when the call is repeated. */
  readonly ageField?: string
  /** Table of the row. Responses carry its version as ETag, and a PUT respects `If-Match`. */
  readonly versioned?: string
  /** Text shown after a call that moves money or stock; the browser stores the call until it gets a response. */
  readonly booked?: string
  /** Longest time in milliseconds that the handler waits for a person or terminal. */
  readonly maxWaitMs?: number
  /** Other areas shown in the response; when they change, the browser loads the response again. */
  readonly shows?: readonly string[] | typeof everyAreaMarker
  /** Other areas whose rows the call changes. */
  readonly changes?: readonly string[]
  /** True if the call works on a full disk, because it withdraws a permission or frees space. */
  readonly allowedOnFullDisk?: true
  /** False if the handler opens its own transactions or needs none. */
  readonly transaction?: false
  /** True if the response is 304 while no shown area has changed. */
  readonly polled?: true
}

export type CallAreaName<Call> = Call extends `${infer Name}.${string}` ? Name : never
/** Returns the area of a call: the part of its name before the dot. */
export const getCallAreaName = <Call extends string>(call: Call): CallAreaName<Call> =>
  call.slice(0, call.indexOf('.')) as CallAreaName<Call> // cast, as slice() returns string

/** Value of `shows` for calls whose response depends on every area, such as the history. */
export const everyAreaMarker = 'everything'

/** True if the call requires an `Idempotency-Key`: a repeated call gets the first successful response again. */
export const requiresIdempotencyKey = ({ method, repeatable }: Pick<Endpoint, 'method' | 'repeatable'>): boolean =>
  method === 'POST' && !repeatable

/** True if the call may carry an `Idempotency-Key`; a PUT may, so that its retry does not conflict with itself. */
export const acceptsIdempotencyKey = (endpoint: Pick<Endpoint, 'method' | 'repeatable'>): boolean =>
  requiresIdempotencyKey(endpoint) || endpoint.method === 'PUT'

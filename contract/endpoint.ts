import type { z } from 'zod'
import type { ErrorName } from './errors.ts'

/** Parts of a gym whose changes are announced; polled reads and streams follow them. */
export const areas = [
  'gyms',
  'gym-info',
  'users',
  'clients',
  'memberships',
  'payments',
  'attendances',
  'products',
  'suppliers',
  'purchases',
  'sales',
  'devices',
  'notifications',
  'door',
  'notification-config',
  'report-schedule',
  'support',
] as const
export type Area = (typeof areas)[number]

/** Tables whose rows carry a version, which is their ETag. */
export const versionedTables = [
  'clients',
  'users',
  'memberships',
  'membership_payments',
  'gyms',
  'products',
  'suppliers',
  'purchases',
  'sales',
] as const

/** One row of the table of calls. Paths stand below `/v1`; `{name}` marks a parameter. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** How the body travels; JSON where nothing is said. */
  readonly bodyType?: 'form' | 'multipart'
  /** What a success answers; null is 204 without a body. `raw` answers are written by the server's own code. */
  readonly answer: z.ZodType | null | 'raw'
  readonly status?: 200 | 201
  readonly errors?: readonly ErrorName[]
  /** A POST that makes no row: repeating it changes nothing, or is meant. All others take an `Idempotency-Key`. */
  readonly repeatable?: true
  /** The answer carries the row's ETag, and a PUT honours `If-Match`. Names the parameter that holds the row's id. */
  readonly versioned?: (typeof versionedTables)[number]
  /** Milliseconds for which the server itself waits for a person or a device before it answers, at the most. */
  readonly waits?: number
  /** Carries an ETag of these areas' changes and answers 304 while nothing changed. */
  readonly polled?: readonly Area[]
}

/** Whether a call takes an `Idempotency-Key`: a repeat answers the first success again. */
export const takesKey = ({ method, repeatable }: Pick<Endpoint, 'method' | 'repeatable'>): boolean =>
  method === 'POST' && !repeatable

/** Keeps each row's own types while holding it to the shape of a row. */
export const endpointTable = <const Table extends Record<string, Endpoint>>(table: Table): Table => table

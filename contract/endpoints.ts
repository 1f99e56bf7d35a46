// Every call of the API, for dispatcher, browser client, OpenAPI and generated tests.
import type { z } from 'zod'
import { areas } from './areas.ts'
import { historyArea } from './reports/history.ts'
import { type CallArea, type Endpoint, getCallArea, showsEveryArea } from './shared/endpoint.ts'
import type { Workbook } from './shared/workbooks.ts'

type CallsOf<Each> = Each extends { calls: infer Calls } ? Calls : never
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Whole) => void
  ? { [Name in keyof Whole]: Whole[Name] }
  : never

const all = [...areas, historyArea] as const
// Object.assign of so many loses the names.
export const endpoints = Object.assign({}, ...all.map(({ calls }) => calls)) as All<CallsOf<(typeof all)[number]>>

export type EndpointName = keyof typeof endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[] // Object.keys forgets the names

/** Prefixes of the calls' names. Changes are announced by area. */
export type AreaName = CallArea<EndpointName>
export const areaNames: readonly AreaName[] = [...new Set(endpointNames.map((name) => getCallArea(name)))]

/** Areas whose changes alter the call's answer. */
export function listShownAreas(call: EndpointName): readonly AreaName[] {
  const { shows = [] }: Endpoint = endpoints[call]
  return shows === showsEveryArea ? areaNames : [getCallArea(call), ...(shows as readonly AreaName[])] // checked by a test
}

type Table = typeof endpoints
/** Calls that move money or stock. */
export type BookingCall = {
  [Name in EndpointName]: Table[Name] extends { booked: string } ? Name : never
}[EndpointName]
/** Row of a call's workbook; `never` for other calls. */
export type SheetRow<Name extends EndpointName> = Table[Name] extends { answer: Workbook<infer Row> } ? Row : never
/** Calls that answer a workbook. */
export type ExportCall = {
  [Name in EndpointName]: Table[Name] extends { answer: { columns: unknown } } ? Name : never
}[EndpointName]
/** Calls that create one row per idempotency key. */
export type MakingCall = {
  [Name in EndpointName]: Table[Name] extends { method: 'POST'; repeatable: true }
    ? never
    : Table[Name] extends { method: 'POST' }
      ? Name
      : never
}[EndpointName]
/** Calls without a session. */
export type OpenCall = {
  [Name in EndpointName]: Table[Name] extends { may: 'anyone' } ? Name : never
}[EndpointName]
/** Calls whose handlers open their own transactions, or need none. */
export type OwnTransactionEndpoint = {
  [Name in EndpointName]: Table[Name] extends { transaction: false } ? Name : never
}[EndpointName]
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Part<Name extends EndpointName, Key extends string> =
  Table[Name] extends Record<Key, infer Schema> ? Schema : undefined

/** Parsed input of a handler, with defaults. */
export type Params<Name extends EndpointName> = Output<Part<Name, 'params'>>
export type Query<Name extends EndpointName> = Output<Part<Name, 'query'>>
export type Body<Name extends EndpointName> = Output<Part<Name, 'body'>>
/** Input of a caller. */
export type QueryInput<Name extends EndpointName> = Input<Part<Name, 'query'>>
export type BodyInput<Name extends EndpointName> = Input<Part<Name, 'body'>>
export type Answer<Name extends EndpointName> = Output<Part<Name, 'answer'>>

// Every call of the API: server dispatcher, browser client, OpenAPI and generated tests use this table.
import type { z } from 'zod'
import { apiAreasExceptHistory } from './api-areas.ts'
import { historyArea } from './reports/history.ts'
import { type CallAreaName, type Endpoint, everyAreaMarker, getCallAreaName } from './shared/endpoint.ts'
import type { Workbook } from './shared/workbooks.ts'

type CallsOf<Each> = Each extends { calls: infer Calls } ? Calls : never
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Whole) => void
  ? { [Name in keyof Whole]: Whole[Name] }
  : never

const all = [...apiAreasExceptHistory, historyArea] as const
// The cast is needed because TypeScript cannot infer the keys of so many merged objects.
export const endpoints = Object.assign({}, ...all.map(({ calls }) => calls)) as All<CallsOf<(typeof all)[number]>>

export type EndpointName = keyof typeof endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[] // cast, as Object.keys returns string[]

/** Prefixes of the call names, such as `clients` of `clients.read`. Changes are announced to browsers by area. */
export type ApiAreaName = CallAreaName<EndpointName>
export const apiAreaNames: readonly ApiAreaName[] = [...new Set(endpointNames.map((name) => getCallAreaName(name)))]

/** Lists the areas whose changes alter the response of the call. */
export function listAreasInResponse(call: EndpointName): readonly ApiAreaName[] {
  const { shows = [] }: Endpoint = endpoints[call]
  return shows === everyAreaMarker ? apiAreaNames : [getCallAreaName(call), ...(shows as readonly ApiAreaName[])] // a test checks that these areas exist
}

type Table = typeof endpoints
/** Names of calls that move money or stock. */
export type MoneyOrStockCallName = {
  [Name in EndpointName]: Table[Name] extends { booked: string } ? Name : never
}[EndpointName]
/** Row type of a call's Excel export; `never` for other calls. */
export type ExportRow<Name extends EndpointName> = Table[Name] extends { answer: Workbook<infer Row> } ? Row : never
/** Names of calls that return an Excel file. */
export type ExportCallName = {
  [Name in EndpointName]: Table[Name] extends { answer: { columns: unknown } } ? Name : never
}[EndpointName]
/** Names of calls that create one row per idempotency key. */
export type CreateCallName = {
  [Name in EndpointName]: Table[Name] extends { method: 'POST'; repeatable: true }
    ? never
    : Table[Name] extends { method: 'POST' }
      ? Name
      : never
}[EndpointName]
/** Names of calls that need no session. */
export type PublicCallName = {
  [Name in EndpointName]: Table[Name] extends { may: 'anyone' } ? Name : never
}[EndpointName]
/** Names of calls whose handlers open their own transactions, or need none. */
export type OwnTransactionCallName = {
  [Name in EndpointName]: Table[Name] extends { transaction: false } ? Name : never
}[EndpointName]
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Part<Name extends EndpointName, Key extends string> =
  Table[Name] extends Record<Key, infer Schema> ? Schema : undefined

/** Input types for handlers: parsed values, with defaults filled in. */
export type CallParams<Name extends EndpointName> = Output<Part<Name, 'params'>>
export type CallQuery<Name extends EndpointName> = Output<Part<Name, 'query'>>
export type CallBody<Name extends EndpointName> = Output<Part<Name, 'body'>>
/** Input types for callers: values before parsing. */
export type CallQueryInput<Name extends EndpointName> = Input<Part<Name, 'query'>>
export type CallBodyInput<Name extends EndpointName> = Input<Part<Name, 'body'>>
export type CallAnswer<Name extends EndpointName> = Output<Part<Name, 'answer'>>

// Every call of the API. The dispatcher, the browser's client, the OpenAPI document and the generated
// tests read it; a call that does not stand here does not exist.
import type { z } from 'zod'
import { allAreas } from './all-areas.ts'
import { type AreaOf, areaOf, type Endpoint, everything } from './endpoint.ts'
import { historyArea } from './history.ts'
import type { Workbook } from './workbooks.ts'

type CallsOf<Each> = Each extends { calls: infer Calls } ? Calls : never
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Whole) => void
  ? { [Name in keyof Whole]: Whole[Name] }
  : never

const all = [...allAreas, historyArea] as const
// Object.assign of so many forgets the names.
export const endpoints = Object.assign({}, ...all.map(({ calls }) => calls)) as All<CallsOf<(typeof all)[number]>>

export type EndpointName = keyof typeof endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[] // Object.keys forgets the names

/** How the names of its calls begin. Changes of those that have rows of their own are announced by it. */
export type AreaName = AreaOf<EndpointName>
export const areaNames: readonly AreaName[] = [...new Set(endpointNames.map((name) => areaOf(name)))]

/** The areas whose changes change what the call answers. */
export function areasShownBy(call: EndpointName): readonly AreaName[] {
  const { shows = [] }: Endpoint = endpoints[call]
  return shows === everything ? areaNames : [areaOf(call), ...(shows as readonly AreaName[])] // checked below
}

type Shown =
  | (typeof all)[number]['shown'][number]
  | Extract<Table[EndpointName], { shows: readonly string[] }>['shows'][number]
const nothingElseIsShown: Exclude<Shown, AreaName> extends never ? true : never = true
void nothingElseIsShown

type Table = typeof endpoints
/** A call that moves money or stock. */
export type BookingCall = {
  [Name in EndpointName]: Table[Name] extends { booked: string } ? Name : never
}[EndpointName]
/** What one row of a call's workbook is made of; never where it answers none. */
export type SheetRow<Name extends EndpointName> = Table[Name] extends { answer: Workbook<infer Row> } ? Row : never
/** A call that answers a workbook. */
export type ExportCall = {
  [Name in EndpointName]: Table[Name] extends { answer: { columns: unknown } } ? Name : never
}[EndpointName]
/** A call that makes something, once for its key. */
export type MakingCall = {
  [Name in EndpointName]: Table[Name] extends { method: 'POST'; repeatable: true }
    ? never
    : Table[Name] extends { method: 'POST' }
      ? Name
      : never
}[EndpointName]
/** A call that needs no session. */
export type OpenCall = {
  [Name in EndpointName]: Table[Name] extends { may: 'anyone' } ? Name : never
}[EndpointName]
/** A call whose handler opens transactions of its own, or none. */
export type OwnTransactionEndpoint = {
  [Name in EndpointName]: Table[Name] extends { transaction: false } ? Name : never
}[EndpointName]
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Part<Name extends EndpointName, Key extends string> =
  Table[Name] extends Record<Key, infer Schema> ? Schema : undefined

/** What a handler receives: parsed, with defaults filled in. */
export type Params<Name extends EndpointName> = Output<Part<Name, 'params'>>
export type Query<Name extends EndpointName> = Output<Part<Name, 'query'>>
export type Body<Name extends EndpointName> = Output<Part<Name, 'body'>>
/** What a caller sends. */
export type QueryInput<Name extends EndpointName> = Input<Part<Name, 'query'>>
export type BodyInput<Name extends EndpointName> = Input<Part<Name, 'body'>>
/** What a call answers; undefined where it answers nothing. */
export type Answer<Name extends EndpointName> = Output<Part<Name, 'answer'>>

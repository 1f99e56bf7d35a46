// THE table: every call of the API. The dispatcher, the browser's client, the OpenAPI document and the generated
// tests read it; a call that does not stand here does not exist.
import type { z } from 'zod'
import { attendancesEndpoints } from './attendances.ts'
import { clientsEndpoints } from './clients.ts'
import { dailyReportEndpoints } from './daily-report.ts'
import { devicesEndpoints } from './devices.ts'
import { doorEndpoints } from './door.ts'
import type { Endpoint } from './endpoint.ts'
import { gymInfoEndpoints } from './gym-info.ts'
import { gymsEndpoints } from './gyms.ts'
import { historyEndpoints } from './history.ts'
import { imagesEndpoints } from './images.ts'
import { membershipsEndpoints } from './memberships.ts'
import { messagesEndpoints } from './messages.ts'
import { notificationsEndpoints } from './notifications.ts'
import { outboxEndpoints } from './outbox.ts'
import { paymentsEndpoints } from './payments.ts'
import type { Permission } from './permissions.ts'
import { productsEndpoints } from './products.ts'
import { purchasesEndpoints } from './purchases.ts'
import { salesEndpoints } from './sales.ts'
import { sessionEndpoints } from './session.ts'
import { statisticsEndpoints } from './statistics.ts'
import { suppliersEndpoints } from './suppliers.ts'
import { supportEndpoints } from './support.ts'
import { usersEndpoints } from './users.ts'
import { voidsEndpoints } from './voids.ts'

export const endpoints = {
  ...sessionEndpoints,
  ...gymsEndpoints,
  ...gymInfoEndpoints,
  ...usersEndpoints,
  ...clientsEndpoints,
  ...membershipsEndpoints,
  ...paymentsEndpoints,
  ...attendancesEndpoints,
  ...productsEndpoints,
  ...suppliersEndpoints,
  ...purchasesEndpoints,
  ...salesEndpoints,
  ...voidsEndpoints,
  ...statisticsEndpoints,
  ...devicesEndpoints,
  ...doorEndpoints,
  ...notificationsEndpoints,
  ...imagesEndpoints,
  ...messagesEndpoints,
  ...outboxEndpoints,
  ...dailyReportEndpoints,
  ...supportEndpoints,
  ...historyEndpoints,
} satisfies Partial<Record<Permission, Endpoint>>

export type EndpointName = keyof typeof endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[] // Object.keys forgets the names

type Table = typeof endpoints
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

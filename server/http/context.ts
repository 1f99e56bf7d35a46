// The types of handlers and of what the dispatcher gives them. A handler never sees a header or a status.
import type {
  Answer,
  Body,
  EndpointName,
  ExportCall,
  MakingCall,
  Params,
  Query,
  SheetRow,
} from '@torniquete/contract/endpoints.ts'
import type { RoleName } from '@torniquete/contract/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../db/gym-statements.ts'
import type { ListChunk } from '../db/lists.ts'
import type { LastStatement } from './last-statement.ts'
import type { RequestParts } from './request-parts.ts'

/** Who makes the call. `gym` is 0 for the platform's masters. */
export interface Actor {
  id: number
  gym: number
  username: string
  name: string
  role: RoleName
  /** The id of the session, and the user's session epoch in which it began: a newer epoch ends it. */
  session: string
  epoch: number
  /** When its token ends by itself. */
  expires: Date
  /** The IP address of the call; missing where the actor was read from a session alone. */
  address?: string
}

interface Call<Name extends EndpointName> {
  params: Params<Name>
  query: Query<Name>
  body: Body<Name>
  /** The instant at which the call began; only documents ask the clock again. */
  now: Date
}

/** A call of a user of a gym, within its open transaction. */
export interface GymCall<Name extends EndpointName> extends Call<Name> {
  tx: Transaction
  gym: number
  user: Actor
  /**
   * The present instant, for what is booked after waiting for locks: `now` may be half a minute old by then, and of a day whose
   * report was already read.
   */
  clock(): Date
  /** The gym's IANA zone and the day that it is there. */
  zone: string
  today: string
}

/** A handler answers its call; one of a workbook reads a chunk of rows, and is called until a chunk is short. */
export type Handler<Name extends EndpointName> = Name extends ExportCall
  ? (call: GymCall<Name> & { chunk: ListChunk }) => Promise<SheetRow<Name>[]>
  : (call: GymCall<Name>) => Promise<Answer<Name> | (Name extends MakingCall ? LastStatement<Answer<Name>> : never)>

/** Calls whose handler gets request and reply and opens its own transactions: they are not one transaction of one gym. */
export type RawEndpoint =
  | 'session.login'
  | 'session.enter'
  | 'session.first'
  | 'config.read'
  | 'door.open'
  | 'devices.open'
  | 'notifications.stream'
  | 'images.upload'
  | 'images.delete'
  | 'images.read'
  | 'clients.import'
  | 'clients.import-rejected'
  | 'clients.import-progress'
  | 'products.import'
  | 'products.import-rejected'
  | 'channels.test'
  | 'products.import-progress'

export type GymEndpoint = Exclude<EndpointName, RawEndpoint>

/** One handler for each call of the contract: a call without one does not compile. */
export type Handlers = { [Name in GymEndpoint]: Handler<Name> }
export type HandlersOf<Prefix extends string> = { [Name in Extract<GymEndpoint, `${Prefix}.${string}`>]: Handler<Name> }

/** Gets the parsed request, and answers by what it returns or by the reply itself. */
export type RawHandler = (
  call: { request: FastifyRequest; reply: FastifyReply; user: Actor | null; now: Date } & RequestParts,
) => Promise<unknown>
export type RawHandlers = Record<RawEndpoint, RawHandler>

/** Checks before the transaction of a call is opened: resolves, or throws the refusal. */
export type Guards = {
  [Name in GymEndpoint]?: (
    call: Pick<GymCall<Name>, 'user' | 'params' | 'body' | 'now'> & { address: string },
  ) => Promise<void>
}

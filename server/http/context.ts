// What handlers are and what they get. A handler never sees a header or a status.
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
  /** Which of its sessions this is, and of which of the user's epochs. */
  session: string
  epoch: number
  /** When its token ends by itself. */
  expires: Date
  /** From where the call comes; of a session by itself nothing is known. */
  address?: string
}

interface Call<Name extends EndpointName> {
  params: Params<Name>
  query: Query<Name>
  body: Body<Name>
  /** The instant of the call; only documents ask the clock again. */
  now: Date
}

/** A call in its gym, its transaction open. */
export interface GymCall<Name extends EndpointName> extends Call<Name> {
  tx: Transaction
  gym: number
  user: Actor
  /**
   * For what is booked once all that it waited for is there: the call's own instant may be half a minute ago by then, in a
   * day whose report was read.
   */
  clock(): Date
  /** The gym's IANA zone and the day that it is there. */
  zone: string
  today: string
}

/** What answers a workbook reads a chunk of its rows, and is asked until there are no more. */
export type Handler<Name extends EndpointName> = Name extends ExportCall
  ? (call: GymCall<Name> & { chunk: ListChunk }) => Promise<SheetRow<Name>[]>
  : (call: GymCall<Name>) => Promise<Answer<Name> | (Name extends MakingCall ? LastStatement<Answer<Name>> : never)>

/** Calls that are not one transaction of one gym: they open what they need themselves. */
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

/** A row of the table without a handler does not compile. */
export type Handlers = { [Name in GymEndpoint]: Handler<Name> }
export type HandlersOf<Prefix extends string> = { [Name in Extract<GymEndpoint, `${Prefix}.${string}`>]: Handler<Name> }

/** A call that goes its own way gets the parsed request and answers by itself. */
export type RawHandler = (
  call: { request: FastifyRequest; reply: FastifyReply; user: Actor | null; now: Date } & RequestParts,
) => Promise<unknown>
export type RawHandlers = Record<RawEndpoint, RawHandler>

/** What is asked of a call before its transaction is opened: it answers, or throws the refusal. */
export type Guards = {
  [Name in GymEndpoint]?: (
    call: Pick<GymCall<Name>, 'user' | 'params' | 'body' | 'now'> & { address: string },
  ) => Promise<void>
}

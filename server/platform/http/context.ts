// The types of handlers and of what the dispatcher gives them. A handler never sees a header or a status.
import type {
  Answer,
  Body,
  EndpointName,
  ExportCall,
  MakingCall,
  OpenCall,
  OwnTransactionEndpoint,
  Params,
  Query,
  SheetRow,
} from '@torniquete/contract/endpoints.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../db/gym-statements.ts'
import type { ListChunk } from '../db/paged-lists.ts'
import type { LastStatement } from './last-statement.ts'

/** The user who makes the call. `gym` is 0 for the platform's masters. */
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

interface UserCall<Name extends EndpointName> extends Call<Name> {
  gym: number
  user: Actor
  /** For what is booked after waiting for locks: `now` may be half a minute old by then, and belong to a closed day. */
  clock(): Date
  /** The gym's IANA zone and the day that it is there. */
  zone: string
  today: string
}

export type GymCall<Name extends EndpointName> = UserCall<Name> & { tx: Transaction }

/** Runs `work` in one transaction, once for the call's key; `body` replaces the parsed body in telling a repeat. */
export type WriteOnce = <Result>(
  work: (tx: Transaction) => Promise<Result>,
  body?: unknown,
) => Promise<{ answer: Result; isRepeat: boolean }>

type WithReply = { request: FastifyRequest; reply: FastifyReply }

/** A call without a transaction around it. Its user is missing where it needs no session. */
export type OwnTransactionCall<Name extends OwnTransactionEndpoint> = Name extends OpenCall
  ? Call<Name> & WithReply
  : UserCall<Name> & WithReply & { write: WriteOnce }

/** A workbook's handler reads a chunk of rows, until one is short; one of a `raw` answer replies by itself. */
export type Handler<Name extends EndpointName> = Name extends ExportCall
  ? (call: GymCall<Name> & { chunk: ListChunk }) => Promise<SheetRow<Name>[]>
  : Name extends OwnTransactionEndpoint
    ? (call: OwnTransactionCall<Name>) => Promise<Answer<Name> | FastifyReply>
    : (call: GymCall<Name>) => Promise<Answer<Name> | (Name extends MakingCall ? LastStatement<Answer<Name>> : never)>

type GymEndpoint = Exclude<EndpointName, OwnTransactionEndpoint>

export type Handlers = { [Name in EndpointName]: Handler<Name> }
export type AreaHandlers<Prefix extends string> = {
  [Name in Extract<GymEndpoint, `${Prefix}.${string}`>]: Handler<Name>
}
export type OwnTransactionHandlers = Pick<Handlers, OwnTransactionEndpoint>

/** Checks before the transaction of a call is opened: resolves, or throws the refusal. */
export type Guards = { [Name in GymEndpoint]?: (call: UserCall<Name>) => Promise<void> }

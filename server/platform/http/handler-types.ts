// Types of handlers and of what the dispatcher passes to them. Handlers never see headers or status codes.
import type {
  CallAnswer,
  CallBody,
  CallParams,
  CallQuery,
  CreateCallName,
  EndpointName,
  ExportCallName,
  ExportRow,
  OwnTransactionCallName,
  PublicCallName,
} from '@torniquete/contract/endpoints.ts'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../db/gym-statements.ts'
import type { ListChunkRange } from '../db/paged-lists.ts'
import type { JsonText } from './json-text.ts'
import type { LastWriteStatement } from './last-statement.ts'

/** User who makes the call. `gym` is 0 for masters, who belong to the platform. */
export interface Actor {
  id: number
  gym: number
  username: string
  name: string
  role: RoleName
  /** Id of the session, and the user's session epoch when it began; the session ends when the user's epoch is newer. */
  session: string
  epoch: number
  /** Time at which the session's token expires. */
  expires: Date
  /** IP address of the caller; missing if the actor was read from a session without a request. */
  address?: string
}

interface Call<Name extends EndpointName> {
  params: CallParams<Name>
  query: CallQuery<Name>
  body: CallBody<Name>
  /** Time at which the call began. Handlers of documents use `clock` instead. */
  now: Date
}

interface UserCall<Name extends EndpointName> extends Call<Name> {
  gym: number
  user: Actor
  /** Time for documents booked after waiting for locks: `now` may be 30 s old and belong to a closed day. */
  clock(): Date
  /** IANA time zone of the gym; `today` is the current date in that zone. */
  zone: string
  today: string
  /** Country of the gym's fiscal receipts. */
  country: Country
}

export type GymCall<Name extends EndpointName> = UserCall<Name> & { tx: Transaction }

/** Runs `work` in a transaction, once per idempotency key. `body` replaces the parsed body in comparing repeats. */
export type IdempotentWriteFunction = <Result>(
  work: (tx: Transaction) => Promise<Result>,
  body?: unknown,
) => Promise<{ answer: Result; isRepeat: boolean }>

type WithReply = { request: FastifyRequest; reply: FastifyReply }

/** A call without a surrounding transaction. `user` is missing if the call needs no session. */
export type OwnTransactionCall<Name extends OwnTransactionCallName> = Name extends PublicCallName
  ? Call<Name> & WithReply
  : UserCall<Name> & WithReply & { write: IdempotentWriteFunction }

/** Export handlers return chunks of rows, the last one short. Handlers of `raw` answers send these themselves. */
export type Handler<Name extends EndpointName> = Name extends ExportCallName
  ? (call: GymCall<Name> & { chunk: ListChunkRange }) => Promise<ExportRow<Name>[]>
  : Name extends OwnTransactionCallName
    ? (call: OwnTransactionCall<Name>) => Promise<CallAnswer<Name> | FastifyReply>
    : (
        call: GymCall<Name>,
      ) => Promise<
        | CallAnswer<Name>
        | JsonText<CallAnswer<Name>>
        | (Name extends CreateCallName ? LastWriteStatement<CallAnswer<Name>> : never)
      >

type GymEndpoint = Exclude<EndpointName, OwnTransactionCallName>

export type Handlers = { [Name in EndpointName]: Handler<Name> }
export type AreaHandlers<Prefix extends string> = {
  [Name in Extract<GymEndpoint, `${Prefix}.${string}`>]: Handler<Name>
}
export type OwnTransactionHandlers = Pick<Handlers, OwnTransactionCallName>

/** Checks that run before a call's transaction begins. Each resolves, or throws the refusal. */
export type CallGuards = { [Name in GymEndpoint]?: (call: UserCall<Name>) => Promise<void> }

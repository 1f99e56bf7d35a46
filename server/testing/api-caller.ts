// API calls of a test's user, with parameters and answers typed by the table of endpoints.
import type { CallAnswer, CallBodyInput, EndpointName } from '@torniquete/contract/endpoints.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { FastifyInstance } from 'fastify'
import { sendRawCall } from './raw-call.ts'

export interface CallInput<Name extends EndpointName> {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean>
  body?: CallBodyInput<Name> | object
  headers?: Record<string, string>
}

export interface CallReply<Name extends EndpointName> {
  status: number
  answer: CallAnswer<Name>
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

/** A user whose calls carry a token, or an anonymous caller if the token is null. */
export class Caller {
  readonly app: FastifyInstance
  readonly token: string | null
  constructor(app: FastifyInstance, token: string | null) {
    this.app = app
    this.token = token
  }

  /** Sends a call and returns the response, whatever its status. */
  async try<Name extends EndpointName>(name: Name, input: CallInput<Name> = {}): Promise<CallReply<Name>> {
    const { json, ...reply } = await sendRawCall(this.app, this.token, name, input)
    return { ...reply, answer: json } as CallReply<Name> // the table of endpoints states the type of the answer
  }

  /** Sends a call that must succeed, and returns its answer. */
  async call<Name extends EndpointName>(name: Name, input: CallInput<Name> = {}): Promise<CallAnswer<Name>> {
    const reply = await this.try(name, input)
    if (reply.status >= 400) throw new Error(`${name} answered ${reply.status}: ${reply.text}`)
    return reply.answer
  }
}

export async function logInAs(app: FastifyInstance, username: string, password: string): Promise<Caller> {
  const { access_token } = await new Caller(app, null).call('session.login', { body: { username, password } })
  return new Caller(app, access_token)
}

export type GymRole = Exclude<RoleName, 'master'>

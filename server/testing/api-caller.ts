// API calls of a test's user, with parameters and answers typed by the table of endpoints.
import { type CallAnswer, type CallBodyInput, type EndpointName, endpoints } from '@torniquete/contract/endpoints.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { FastifyInstance } from 'fastify'

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
    const endpoint: Endpoint = endpoints[name]
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(String(input.params?.[key])),
    )
    const query = new URLSearchParams(
      Object.entries(input.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
    )
    const form = endpoint.bodyType === 'form'
    const body =
      input.body === undefined
        ? undefined
        : form
          ? new URLSearchParams(input.body as Record<string, string>).toString()
          : JSON.stringify(input.body) // a call sent as a form has only text fields
    const response = await this.app.inject({
      method: endpoint.method,
      url: `/v1${path}${query.size > 0 ? `?${query}` : ''}`,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined
          ? {}
          : { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
        ...input.headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    })
    const json = String(response.headers['content-type'] ?? '').includes('json')
    return {
      status: response.statusCode,
      answer: json ? response.json() : undefined,
      headers: response.headers,
      text: response.body,
    } as CallReply<Name> // the table of endpoints states the type of the answer
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

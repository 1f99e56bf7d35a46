// Repeats requests until the server answers, like a browser, while tests inject faults.
import { randomUUID } from 'node:crypto'
import type { CallAnswer, EndpointName } from '@torniquete/contract/endpoints.ts'
import { expect } from 'vitest'
import type { Caller, CallInput } from './api-caller.ts'
import { runAsTableOwner } from './database-digest.ts'
import type { TestApp } from './test-app.ts'

export interface RepeatableRequest<Name extends EndpointName> {
  name: Name
  key: string
  params: Record<string, number>
  body: object
  answer: { status: number; text: string } | null
}

/** Requests of one user, each with its own idempotency key. */
export class RepeatableUserRequests<Name extends EndpointName> {
  readonly #caller: Caller
  readonly #all: RepeatableRequest<Name>[] = []
  constructor(caller: Caller) {
    this.#caller = caller
  }

  note(name: Name, body: object, params: Record<string, number> = {}): RepeatableRequest<Name> {
    const request = { name, key: randomUUID(), params, body, answer: null }
    this.#all.push(request)
    return request
  }

  /** Repeats the request until it is answered. Later repeats must get the same answer. */
  async send(request: RepeatableRequest<Name>): Promise<{ status: number; text: string }> {
    for (;;) {
      const { name, key, params, body } = request
      const input = { params, body, headers: { 'idempotency-key': key } }
      const { status, text } = await this.#caller.try(name, input as CallInput<Name>) // the request was recorded for the call of this name
      if (status >= 500) continue
      if (request.answer && request.answer.status < 300) expect({ status, text }).toEqual(request.answer)
      request.answer = { status, text }
      return request.answer
    }
  }

  /** Selects one of the requests sent so far, to be repeated. */
  earlier(which: number): RepeatableRequest<Name> | undefined {
    return this.#all[which % Math.max(1, this.#all.length)]
  }

  get all(): readonly RepeatableRequest<Name>[] {
    return this.#all
  }

  /** Requests that were accepted and created a document. */
  get made(): RepeatableRequest<Name>[] {
    return this.#all.filter(({ name, answer }) => name.endsWith('.create') && answer?.status === 201)
  }

  /** Repeats a call that only reads until it succeeds. */
  async read<Read extends EndpointName>(name: Read, input?: CallInput<Read>): Promise<CallAnswer<Read>> {
    for (;;) {
      const { status, text, answer } = await this.#caller.try(name, input)
      if (status === 503) continue
      expect(status, text).toBe(200)
      return answer
    }
  }
}

/** Breaks all database connections. Cuts run one at a time, because two would break each other's connections. */
export function makeConnectionCutter(app: TestApp): () => Promise<void> {
  let cutting = Promise.resolve()
  return () => {
    cutting = cutting.then(() =>
      runAsTableOwner(app, async (client) => {
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
      }),
    )
    return cutting
  }
}

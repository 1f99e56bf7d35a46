// Written once for all calls: session → may this role → parse → transaction of the gym → handler → answer.

import { dayIn } from '@torniquete/contract/dates.ts'
import { type Endpoint, takesKey } from '@torniquete/contract/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { fail } from '@torniquete/contract/errors.ts'
import { may } from '@torniquete/contract/permissions.ts'
import { anyone, isAllowed, superAdminOrMaster } from '@torniquete/contract/roles.ts'
import { automaticHeader } from '@torniquete/contract/session.ts'
import { isWorkbook, type Workbook } from '@torniquete/contract/workbooks.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../db/gym-statements.ts'
import type { ListChunk } from '../db/lists.ts'
import { serializerOf } from '../http/answers.ts'
import type { Actor, Guards, GymCall, GymEndpoint, Handlers, RawEndpoint, RawHandlers } from '../http/context.ts'
import { Exports } from '../http/exports.ts'
import { idempotencyKey, type KeyedCall, rememberAnswer, whenever } from '../http/idempotency.ts'
import { answerLast, LastStatement } from '../http/last-statement.ts'
import { bearerToken, closeUnreadBody, parseRequest, type RequestParts, routeOf } from '../http/request-parts.ts'
import { entityTag, isVersioned, lockVersion } from '../http/versions.ts'
import type { Services } from '../services.ts'
import type { PolledAnswers } from './polled-answers.ts'
import { writeOnce } from './write-once.ts'

// The table's rows are read by name here, where each handler's own types no longer matter.
type AnyHandler = (call: GymCall<never>) => Promise<unknown>
type AnyGuard = (call: object) => Promise<void>

export class Dispatcher {
  readonly #services: Services
  readonly #handlers: Handlers
  readonly #raw: RawHandlers
  readonly #guards: Guards
  readonly #polled: PolledAnswers
  readonly #exports = new Exports()
  readonly #admitted = new WeakMap<FastifyRequest, Actor>()

  constructor(services: Services, handlers: Handlers, raw: RawHandlers, guards: Guards, polled: PolledAnswers) {
    this.#services = services
    this.#handlers = handlers
    this.#raw = raw
    this.#guards = guards
    this.#polled = polled
  }

  /** Gives every row of the table its route below `/v1`. */
  register(server: FastifyInstance): void {
    for (const name of endpointNames) {
      const endpoint: Endpoint = endpoints[name]
      server.route({
        method: endpoint.method,
        url: routeOf(endpoint),
        exposeHeadRoute: endpoint.method === 'GET',
        // Answers of the API are no pages: sendText says all that a browser needs.
        helmet: false,
        // Polled answers are compressed once, not for each caller.
        ...(endpoint.polled && { compress: false }),
        onRequest: (request, reply) => this.#admit(name, endpoint, request, reply),
        handler: (request, reply) => this.#handle(name, endpoint, request, reply),
      })
    }
  }

  /** Before anything of the body is read: nobody who may not make the call learns what is wrong with it, or sends us more. */
  async #admit(name: EndpointName, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (endpoint.may === anyone) return
    try {
      this.#admitted.set(request, await this.#actor(request, name, this.#services.clock()))
    } catch (error) {
      closeUnreadBody(request, reply)
      throw error
    }
  }

  async #handle(
    name: EndpointName,
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const now = this.#services.clock()
    const user = this.#admitted.get(request) ?? null
    if (user && endpoint.polled) return this.#poll(name, endpoint, user, now, request, reply)
    const parts = parseRequest(endpoint, request)
    const raw = isRaw(name, this.#raw) ? this.#raw[name] : null
    if (raw) {
      const answer = await raw({ request, reply, user, now, ...parts })
      return endpoint.answer === 'raw' ? answer : send(reply, name, endpoint, answer)
    }
    if (!user) throw new Error(`${name} needs a session`)
    if (isWorkbook(endpoint.answer))
      return this.#export(name, endpoint, endpoint.answer, user, now, parts, request, reply)
    if (endpoint.method === 'GET') return this.#read(name, endpoint, user, now, parts, reply)
    return this.#write(name, endpoint, user, now, parts, request, reply)
  }

  async #actor(request: FastifyRequest, name: EndpointName, now: Date): Promise<Actor> {
    const token = bearerToken(request) ?? fail('session.required')
    const user =
      (await this.#services.sessions.find(token, now, automaticHeader in request.headers)) ?? fail('session.invalid')
    request.caller = user
    if (!may(user.role, name)) fail('role.forbidden')
    return { ...user, address: request.ip }
  }

  async #call(user: Actor, now: Date, parts: RequestParts) {
    const zone = await this.#services.zones.of(user.gym)
    const today = this.#services.zones.today(user.gym, now) ?? dayIn(zone, now)
    return { gym: user.gym, user, zone, today, now, clock: this.#services.clock, ...parts }
  }

  #run(name: EndpointName, call: object): Promise<unknown> {
    // Every endpoint that does not go its own way has a handler: the type of Handlers says so.
    const handler = this.#handlers[name as GymEndpoint] as AnyHandler
    return handler(call as GymCall<never>)
  }

  async #read(
    name: EndpointName,
    endpoint: Endpoint,
    user: Actor,
    now: Date,
    parts: RequestParts,
    reply: FastifyReply,
  ): Promise<unknown> {
    const call = await this.#call(user, now, parts)
    const scope = { gym: user.gym, user: user.id, rows: rowsAsked(parts), standby: endpoint.standby }
    const { answer, tag } = await this.#services.database.read(scope, async (tx) => {
      // Asked before the content: what changes between is shown under the older tag, and a change that names it is refused.
      const tagged = isVersioned(endpoint) ? entityTag(tx, endpoint, user.gym, rowId(parts)) : null
      const running = this.#run(name, { ...call, tx })
      const [found, made] = await Promise.all([tagged, running])
      return { answer: made, tag: found }
    })
    if (tag) reply.header('etag', tag)
    return send(reply, name, endpoint, answer)
  }

  async #export(
    name: EndpointName,
    endpoint: Endpoint,
    workbook: Workbook,
    user: Actor,
    now: Date,
    parts: RequestParts,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const call = await this.#call(user, now, parts)
    const { gym, zone } = call
    const read = (chunk: ListChunk) =>
      this.#services.database.read({ gym, user: user.id, rows: chunk.most, standby: endpoint.standby }, (tx) =>
        this.#run(name, { ...call, tx, chunk }),
      )
    const stands = () => this.#actor(request, name, this.#services.clock())
    return this.#exports.send(reply, { gym, zone, workbook, query: parts.query, read, stands })
  }

  async #write(
    name: EndpointName,
    endpoint: Endpoint,
    user: Actor,
    now: Date,
    parts: RequestParts,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const guard = this.#guards[name as GymEndpoint] as AnyGuard | undefined
    await guard?.({ user, now, ...parts, address: request.ip })
    const call = await this.#call(user, now, parts)
    const key = takesKey(endpoint) ? idempotencyKey(request.headers['idempotency-key']) : null
    const said = { params: parts.params, body: whenever(endpoint, parts.body) }
    const keyed: KeyedCall | null =
      key === null ? null : { gym: user.gym, call: name, key, ...said, secret: this.#services.secret }
    const { evenFull } = endpoint
    const first = evenFull && isAllowed(user.role, superAdminOrMaster)
    const scope = { gym: user.gym, user: user.id, evenFull, first }
    const { database, live } = this.#services
    const done = await writeOnce(database, { scope, user, call: name, keyed }, async (tx) => {
      const ifMatch = request.headers['if-match']
      if (isVersioned(endpoint)) await lockVersion(tx, endpoint, user.gym, rowId(parts), ifMatch)
      const answer = await this.#run(name, { ...call, tx })
      return writtenAnswer(tx, { gym: user.gym, name, endpoint, keyed }, answer)
    })
    if ('before' in done) {
      // It was committed by another server, or its answer was lost: what it changed is to be seen from here on.
      await live.announcing.look()
      return sendText(reply, endpoint, done.before)
    }
    const { text, tag } = done.made
    if (tag) reply.header('etag', tag)
    return sendText(reply, endpoint, await text)
  }

  async #poll(
    name: EndpointName,
    endpoint: Endpoint,
    user: Actor,
    now: Date,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const { gym } = user
    const { zones, database } = this.#services
    const today = zones.today(gym, now) ?? dayIn(await zones.of(gym), now)
    const { tag, bytes, zipped } = await this.#polled.answer({ name, gym, url: request.url, today }, async () => {
      const call = await this.#call(user, now, parseRequest(endpoint, request))
      const answer = await database.read({ gym, user: user.id, rows: rowsAsked(call) }, (tx) =>
        this.#run(name, { ...call, tx }),
      )
      return serializerOf(name)(answer)
    })
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    reply.header('vary', 'accept-encoding')
    const takesGzip = zipped && request.headers['accept-encoding']?.includes('gzip')
    if (takesGzip) reply.header('content-encoding', 'gzip')
    return sendText(reply, endpoint, takesGzip ? zipped : bytes)
  }
}

/** Whether the caller has the answer with this tag; a proxy that compresses marks tags as weak. */
const matchesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch === tag || (ifNoneMatch?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag) ?? false)

function isRaw(name: EndpointName, handlers: RawHandlers): name is RawEndpoint {
  return name in handlers
}

/** A versioned row's id: the one parameter of its address, or the `id` of the row just made; none of what a gym has one of. */
function rowId({ params }: Pick<RequestParts, 'params'>): number {
  const values = (params ?? {}) as Record<string, unknown> // parsed by the row's schema, or answered by its handler
  return Number(values.id ?? Object.values(values)[0])
}

/** Of a list: how long its page is at most. */
function rowsAsked({ query }: Pick<RequestParts, 'query'>): number | undefined {
  const { size_page } = (query ?? {}) as { size_page?: number } // parsed by the list's schema, where it is one
  return size_page
}

/** The text of a write's answer, and its row's tag. What is not awaited here leaves with the commit, which fails where it fails. */
async function writtenAnswer(
  tx: Transaction,
  { gym, name, endpoint, keyed }: { gym: number; name: EndpointName; endpoint: Endpoint; keyed: KeyedCall | null },
  answer: unknown,
): Promise<{ text: string | Promise<string>; tag: string | null }> {
  const status = endpoint.status ?? 200
  if (answer instanceof LastStatement) {
    const text = answerLast(tx, answer, keyed, status)
    text.catch(() => {})
    return { text, tag: null }
  }
  const text = endpoint.answer === null ? '' : serializerOf(name)(answer)
  if (keyed) rememberAnswer(tx, keyed, status, text).catch(() => {})
  const tagged = isVersioned(endpoint) && endpoint.answer !== null
  return { text, tag: tagged ? await entityTag(tx, endpoint, gym, rowId({ params: answer })) : null }
}

function send(reply: FastifyReply, name: EndpointName, endpoint: Endpoint, answer: unknown): FastifyReply {
  return sendText(reply, endpoint, endpoint.answer === null ? '' : serializerOf(name)(answer))
}

function sendText(reply: FastifyReply, endpoint: Endpoint, text: string | Buffer): FastifyReply {
  if (endpoint.answer === null) return reply.code(204).send()
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  return reply
    .code(endpoint.status ?? 200)
    .header('content-type', 'application/json; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .send(text)
}

// The path of every API call: session → role → parsing → transaction of the gym → handler → answer.

import { automaticCallHeader } from '@torniquete/contract/admin/session.ts'
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { acceptsIdempotencyKey, type Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import { isRoleAllowed, publicAccess, superAdminOrMaster } from '@torniquete/contract/shared/roles.ts'
import { isWorkbook, type Workbook } from '@torniquete/contract/shared/workbooks.ts'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireCallRight, requireRightAtCommit } from '../../admin/session/queries.ts'
import type { Services } from '../../services.ts'
import { FairQueue } from '../db/fair-queue.ts'
import type { Transaction } from '../db/gym-statements.ts'
import type { ListChunkRange } from '../db/paged-lists.ts'
import { toErrorAnswer } from '../http/error-answers.ts'
import type { Actor, CallGuards, Handlers, IdempotentWriteFunction } from '../http/handler-types.ts'
import {
  claimIdempotencyKey,
  type IdempotentCall,
  RepeatedCallError,
  readIdempotencyKey,
  storeIdempotentAnswer,
} from '../http/idempotency.ts'
import { JsonText } from '../http/json-text.ts'
import { LastWriteStatement, runLastWriteStatement } from '../http/last-statement.ts'
import {
  closeConnectionIfBodyUnread,
  type ParsedRequest,
  parseRequest,
  readBearerToken,
  toFastifyRoute,
} from '../http/parse-request.ts'
import { isVersionedEndpoint, lockRowAndCheckVersion, readEntityTag } from '../http/row-versions.ts'
import { exportQueueLimits, sendExport } from '../http/send-export.ts'
import type { PolledAnswerCache } from './polled-answers.ts'

// Writes need no extra round trip: the key is claimed with the first statements, the right is checked at COMMIT.

type WriteCall = Pick<Call, 'name' | 'endpoint' | 'user' | 'request' | 'params' | 'body'>

/** The promise `claimed` rejects if the call is a repeat; long work awaits it first. */
type Work<Result> = (tx: Transaction, keyed: IdempotentCall | null, claimed: Promise<void> | null) => Promise<Result>

/** Returns the result of `work`, or the stored answer of the first call with the same key. */
async function writeOnce<Result>(
  { database, secret, live }: Services,
  { name, endpoint, user, request, params, body }: WriteCall,
  work: Work<Result>,
): Promise<{ made: Result } | { before: string; tag: string | null }> {
  const { gym } = user
  const { ageField, allowedOnFullDisk } = endpoint
  const key = acceptsIdempotencyKey(endpoint) ? readIdempotencyKey(request.headers['idempotency-key']) : null
  // The age field of a body grows with each retry, so it is ignored when bodies are compared.
  const comparedBody = ageField === undefined ? body : { ...Object(body), [ageField]: undefined }
  const keyed = key === null ? null : { gym, call: name, key, params, body: comparedBody, secret }
  const highPriority = allowedOnFullDisk && isRoleAllowed(user.role, superAdminOrMaster)
  try {
    return await database.write({ gym, user: user.id, allowedOnFullDisk, highPriority }, async (tx) => {
      requireRightAtCommit(tx, user)
      const claimed = keyed && claimIdempotencyKey(tx, keyed)
      // The claim is answered before the handler's statements. Its rejection is handled where it is awaited below.
      claimed?.catch(() => {})
      const [ended] = await Promise.allSettled([work(tx, keyed, claimed)])
      // For a repeat this throws RepeatedCallError, whether the work succeeded or failed.
      await claimed
      if (ended.status === 'rejected') throw ended.reason
      return { made: ended.value }
    })
  } catch (error) {
    const isRepeat = error instanceof RepeatedCallError
    // A user who lost the right learns only that, not the other reason.
    if (isRepeat || toErrorAnswer(error).status < 500) await requireCallRight(database, user, name)
    if (!isRepeat) throw error
    // Another server may have committed the first call, so this server reads that server's changes first.
    await live.announcing.look()
    return { before: error.answer, tag: error.tag }
  }
}

type Serializer = (answer: unknown) => string

/** Made from the contract's schema: fast, and fields that the schema does not name are left out. */
function compileSerializer(name: EndpointName, country: Country): Serializer {
  const { answer }: Endpoint = endpoints[name]
  if (answer === null || answer === 'raw' || isWorkbook(answer)) return () => ''
  const schema = z.toJSONSchema(answer, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    // Drops formats and patterns, because the serializer would validate texts that are already valid.
    override: ({ jsonSchema }) => {
      delete jsonSchema.format
      delete jsonSchema.pattern
    },
  })
  if (country === 'none') removeFiscalFields(schema)
  // Cast, because the two libraries have different types for the same JSON Schema draft.
  return fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0])
}

/** Removes fields that only gyms with a country have, so that their answers leave these out. */
function removeFiscalFields(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties !== null)
    for (const [name, field] of Object.entries(schema.properties)) {
      if (!field?.fiscalOnly) continue
      delete (schema.properties as Record<string, unknown>)[name] // cast, as its keys are unknown
      // In a nullable list the serializer checks each row, which may still have the field.
      if ('additionalProperties' in schema) delete schema.additionalProperties
    }
  for (const part of Object.values(schema)) removeFiscalFields(part)
}

const fiscalInput = [
  ...['receipt', 'tax_id', 'legal_name', 'supplier_name'],
  ...['ncf', 'issued_on', 'goods_kind', 'included_tax'],
]

/** Gyms without a country ignore fiscal fields, even invalid ones, as every gym ignores unknown fields. */
function dropFiscalFields({ body }: FastifyRequest): void {
  if (typeof body !== 'object' || body === null) return
  for (const field of fiscalInput) if (field in body) delete (body as Record<string, unknown>)[field] // cast, as above
}

interface Arrival {
  name: EndpointName
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
  now: Date
}

interface UserArrival extends Arrival {
  user: Actor
  gym: number
  zone: string
  today: string
  country: Country
  clock: () => Date
}

type Call = UserArrival & ParsedRequest

// Handlers are called by name here, so their specific types are not known.
type Handler = (call: object) => Promise<unknown>

export class Dispatcher {
  readonly #services: Services
  readonly #handlers: Record<EndpointName, Handler>
  readonly #guards: Partial<Record<EndpointName, (call: object) => Promise<void>>>
  readonly #polled: PolledAnswerCache
  readonly #exportTurns = new FairQueue(exportQueueLimits)
  readonly #serializers = new Map<string, Serializer>()
  readonly #admitted = new WeakMap<FastifyRequest, Actor>()

  constructor(services: Services, handlers: Handlers, guards: CallGuards, polled: PolledAnswerCache) {
    this.#services = services
    this.#handlers = handlers as Record<EndpointName, Handler>
    this.#guards = guards as Partial<Record<EndpointName, (call: object) => Promise<void>>>
    this.#polled = polled
  }

  register(server: FastifyInstance): void {
    for (const name of endpointNames) {
      const endpoint: Endpoint = endpoints[name]
      server.route({
        method: endpoint.method,
        url: toFastifyRoute(endpoint),
        exposeHeadRoute: endpoint.method === 'GET',
        // API answers do not get the security headers of HTML pages; sendText sets the headers they need.
        helmet: false,
        // Polled answers are compressed once and cached for all callers, so not compressed again here.
        ...(endpoint.polled && { compress: false }),
        ...(endpoint.may !== publicAccess && {
          onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
            this.#admitted.set(request, await this.#authorize(name, request, reply))
          },
        }),
        handler: (request, reply) => this.#handle({ name, endpoint, request, reply, now: this.#services.clock() }),
      })
    }
  }

  /** Runs before the body is read, so that callers without the right learn nothing about how bodies are checked. */
  async #authorize(name: EndpointName, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const { sessions, clock } = this.#services
    try {
      const token = readBearerToken(request) ?? throwError('session.required')
      const user =
        (await sessions.find(token, clock(), automaticCallHeader in request.headers)) ?? throwError('session.invalid')
      request.caller = user
      if (!isCallAllowed(user.role, name)) throwError('role.forbidden')
      return { ...user, address: request.ip }
    } catch (error) {
      closeConnectionIfBodyUnread(request, reply)
      throw error
    }
  }

  async #handle(arrival: Arrival): Promise<unknown> {
    const { name, endpoint, request, now } = arrival
    const user = this.#admitted.get(request)
    if (!user) {
      const call = { ...arrival, ...parseRequest(endpoint, request) }
      return this.#send(arrival, await this.#handlers[name](call))
    }
    const { zones, clock } = this.#services
    const { gym } = user
    const zone = await zones.of(gym)
    const today = zones.today(gym, now) ?? toLocalDay(zone, now)
    const arrived = { ...arrival, user, gym, zone, today, country: zones.country(gym), clock }
    if (endpoint.polled) return this.#poll(arrived)
    // The calls of the area itself switch the country on.
    if (arrived.country === 'none' && !name.startsWith('fiscal.')) dropFiscalFields(request)
    const call = { ...arrived, ...parseRequest(endpoint, request) }
    if (endpoint.transaction === false) return this.#runOwnTransactions(call)
    if (isWorkbook(endpoint.answer)) return this.#export(call, endpoint.answer)
    return endpoint.method === 'GET' ? this.#read(call) : this.#write(call)
  }

  async #runOwnTransactions(call: Call): Promise<unknown> {
    const write: IdempotentWriteFunction = async (work, body = call.body) => {
      const done = await writeOnce(this.#services, { ...call, body }, async (tx, keyed, claimed) => {
        await claimed
        const answer = await work(tx)
        if (keyed) await storeIdempotentAnswer(tx, keyed, call.endpoint.status ?? 200, this.#serialize(call, answer))
        return answer
      })
      return 'made' in done
        ? { answer: done.made, isRepeat: false }
        : { answer: JSON.parse(done.before), isRepeat: true }
    }
    return this.#send(call, await this.#handlers[call.name]({ ...call, write }))
  }

  async #read(call: Call): Promise<unknown> {
    const { name, endpoint, gym, user, params } = call
    const scope = { gym, user: user.id, rows: readPageSize(call) }
    const [tag, answer] = await this.#services.database.read(scope, (tx) =>
      Promise.all([
        // Reads the version before the content, so that a change in between makes the ETag outdated, not wrong.
        isVersionedEndpoint(endpoint) ? readEntityTag(tx, endpoint, gym, rowId(params)) : null,
        this.#handlers[name]({ ...call, tx }),
      ]),
    )
    if (tag) call.reply.header('etag', tag)
    return this.#send(call, answer)
  }

  #export(call: Call, workbook: Workbook): Promise<unknown> {
    const { name, gym, user, zone, query, request, reply } = call
    const read = (chunk: ListChunkRange) =>
      this.#services.database.read({ gym, user: user.id, rows: chunk.most }, (tx) =>
        this.#handlers[name]({ ...call, tx, chunk }),
      )
    const requireRight = () => this.#authorize(name, request, reply)
    return sendExport(this.#exportTurns, reply, { gym, zone, workbook, query, read, requireRight })
  }

  async #write(call: Call): Promise<unknown> {
    const { name, endpoint, gym, request, reply, params } = call
    await this.#guards[name]?.(call)
    const done = await writeOnce(this.#services, call, async (tx, keyed) => {
      if (isVersionedEndpoint(endpoint))
        await lockRowAndCheckVersion(tx, endpoint, gym, rowId(params), request.headers['if-match'])
      const answer = await this.#handlers[name]({ ...call, tx })
      const status = endpoint.status ?? 200
      const isTagged =
        isVersionedEndpoint(endpoint) && endpoint.answer !== null && !(answer instanceof LastWriteStatement)
      const tag = isTagged ? await readEntityTag(tx, endpoint, gym, rowId(answer)) : null
      const text =
        answer instanceof LastWriteStatement
          ? runLastWriteStatement(tx, answer, keyed, status)
          : storeIdempotentAnswer(tx, keyed, status, this.#serialize(call, answer), tag)
      // Not awaited before the commit, because storing the answer fails together with the commit.
      text.catch(() => {})
      return { text, tag }
    })
    const { text, tag } = 'before' in done ? { text: done.before, tag: done.tag } : done.made
    if (tag) reply.header('etag', tag)
    return sendText(call, await text)
  }

  /** Compiles a serializer at its first use, since compiling all would slow the server's start. */
  #serialize({ name, country = 'none' }: { name: EndpointName; country?: Country }, answer: unknown): string {
    if (answer instanceof JsonText) return answer.text
    const key = `${name} ${country}`
    const serializer = this.#serializers.get(key) ?? compileSerializer(name, country)
    this.#serializers.set(key, serializer)
    return serializer(answer)
  }

  /** Sends the answer, unless its handler already sent a `raw` answer. */
  #send(call: Arrival & { country?: Country }, answer: unknown): unknown {
    return call.endpoint.answer === 'raw' ? answer : sendText(call, this.#serialize(call, answer))
  }

  async #poll(arrival: UserArrival): Promise<unknown> {
    const { name, endpoint, gym, user, today, request, reply } = arrival
    const { tag, bytes, zipped } = await this.#polled.answer({ name, gym, url: request.url, today }, async () => {
      const call = { ...arrival, ...parseRequest(endpoint, request) }
      const scope = { gym, user: user.id, rows: readPageSize(call) }
      const read = (tx: Transaction) => this.#handlers[name]({ ...call, tx })
      return this.#serialize(arrival, await this.#services.database.read(scope, read))
    })
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    reply.header('vary', 'accept-encoding')
    const takesGzip = zipped && request.headers['accept-encoding']?.includes('gzip')
    if (takesGzip) reply.header('content-encoding', 'gzip')
    return sendText(arrival, takesGzip ? zipped : bytes)
  }
}

/** Compares without the prefix W/, because proxies that compress mark ETags as weak. */
const matchesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch === tag || (ifNoneMatch?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag) ?? false)

/** Id of a versioned row: the path's parameter, or `id` of a new row. Not used for rows that a gym has once. */
function rowId(named: unknown): number {
  const values = (named ?? {}) as Record<string, unknown> // checked by a schema, or the handler's answer
  return Number(values.id ?? Object.values(values)[0])
}

function readPageSize({ query }: Pick<ParsedRequest, 'query'>): number | undefined {
  const { size_page } = (query ?? {}) as { size_page?: number } // checked by the list's schema, if the call is a list
  return size_page
}

function sendText({ endpoint, reply }: Pick<Arrival, 'endpoint' | 'reply'>, text: string | Buffer): FastifyReply {
  if (endpoint.answer === null) return reply.code(204).send()
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  return reply
    .code(endpoint.status ?? 200)
    .header('content-type', 'application/json; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .send(text)
}

import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { NamedError, RejectedFieldsError } from '@torniquete/contract/shared/errors.ts'
import { noFileChosenText } from '@torniquete/contract/shared/images.ts'
import { findFutureDayError } from '@torniquete/contract/shared/parse-input.ts'
import { pageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { listRejections } from './error-answers.ts'

export interface ParsedRequest {
  params: unknown
  query: unknown
  body: unknown
}

export const missingFileError = new RejectedFieldsError([
  { type: 'missing', msg: noFileChosenText, loc: ['body', 'file'] },
])

export function requireMultipart(request: FastifyRequest): void {
  if (request.isMultipart()) return
  throw request.headers['content-type'] ? new NamedError('body.type') : missingFileError
}

/** Converts an endpoint's path to a route of Fastify's router: `/v1/clients/:id_client`. */
export const toFastifyRoute = ({ path }: Pick<Endpoint, 'path'>): string => `/v1${path.replace(/\{(\w+)\}/g, ':$1')}`

/** Largest body of an API call, in bytes. */
export const maxBodyBytes = 1024 * 1024

/** Closes the connection after an early answer, if the unread body may be larger than `maxBodyBytes`. */
export function closeConnectionIfBodyUnread({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxBodyBytes)
    reply.header('connection', 'close')
}

const contentTypes = { json: /^application\/(.+\+)?json\b/i, form: /^application\/x-www-form-urlencoded\b/i }

/** Drops empty query values, which forms send for unused filters. An empty page number stays, and is refused. */
function dropEmpty(query: unknown): object {
  const isPaging = (name: string) => Object.hasOwn(pageQuery.shape, name)
  return Object.fromEntries(Object.entries(Object(query)).filter(([name, value]) => value !== '' || isPaging(name)))
}

/** Parses path, query and body by the endpoint's schemas. Throws Rejected with all issues at once. */
export function parseRequest(endpoint: Endpoint, request: FastifyRequest): ParsedRequest {
  const found: RejectedFieldsError['rejections'] = []
  const parse = (schema: Endpoint['body'], place: 'body' | 'query' | 'path', value: unknown): unknown => {
    if (!schema) return undefined
    const parsed = schema.safeParse(value)
    if (!parsed.success) found.push(...listRejections(parsed.error, place))
    return parsed.data
  }
  const params = parse(endpoint.params, 'path', request.params)
  const query = parse(endpoint.query, 'query', dropEmpty(request.query))
  const body = endpoint.bodyType === 'multipart' ? undefined : parse(endpoint.body, 'body', readBody(endpoint, request))
  if (found.length > 0) throw new RejectedFieldsError(found)
  return { params, query, body }
}

/** Refuses (422, naming the field) a date after the gym's today; dates are `YYYY-MM-DD`. */
export function refuseFutureDay(field: string, day: string | null | undefined, today: string): void {
  const msg = findFutureDayError(day, today)
  if (msg) throw new RejectedFieldsError([{ type: 'too_big', msg, loc: ['body', field] }])
}

function readBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (!endpoint.body) return undefined
  const type = request.headers['content-type']
  if (type !== undefined && !contentTypes[endpoint.bodyType === 'form' ? 'form' : 'json'].test(type))
    throw new NamedError('body.type')
  // POST accepts an empty body even with a content type; a PUT without body would save nothing.
  return request.body === undefined && (type === undefined || request.method === 'POST') ? {} : request.body
}

export function readBearerToken(request: FastifyRequest): string | null {
  return /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

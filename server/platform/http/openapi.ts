// Makes the OpenAPI document from the contract's calls and schemas, which also validate the requests.

import { endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { acceptsIdempotencyKey, type Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { type ErrorName, errorsByName } from '@torniquete/contract/shared/errors.ts'
import { publicAccess } from '@torniquete/contract/shared/roles.ts'
import { isWorkbook } from '@torniquete/contract/shared/workbooks.ts'
import { z } from 'zod'
import { maxBodyBytes } from './parse-request.ts'
import { workbookContentType } from './workbook-parts.ts'

type Json = Record<string, unknown>

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const text = { type: 'string' }
const detail = { type: 'object', properties: { detail: { type: 'string' } }, required: ['detail'] }
const rejection = {
  type: 'object',
  properties: { type: { type: 'string' }, msg: { type: 'string' }, loc: { type: 'array', items: {} } },
}
const rejections = { type: 'object', properties: { detail: { type: 'array', items: rejection } } }
const makeJsonContent = (schema: Json) => ({ content: { 'application/json': { schema } } })

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] } // an object schema
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }))
}

function requestBody({ body, bodyType }: Endpoint): Json {
  if (bodyType === 'multipart') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!body) return {}
  const type = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return { requestBody: { required: true, content: { [type]: { schema: jsonSchema(body, 'input') } } } }
}

function responses(endpoint: Endpoint, open: boolean): Json {
  const answers: Json = {}
  if (endpoint.answer === null) answers[204] = { description: 'Done' }
  else if (endpoint.answer === 'raw') answers[200] = { description: 'The stream, or the file' }
  else if (isWorkbook(endpoint.answer))
    answers[200] = { description: 'The file', content: { [workbookContentType]: {} } }
  else {
    const hasTag = endpoint.versioned !== undefined || endpoint.polled === true
    answers[endpoint.status ?? 200] = {
      description: 'Done',
      ...(hasTag && { headers: { ETag: { description: 'Of what is answered', schema: text } } }),
      ...makeJsonContent(jsonSchema(endpoint.answer, 'output')),
    }
  }
  if (endpoint.polled) answers[304] = { description: 'Nothing changed since If-None-Match' }
  const reasons = new Map<number, string[]>()
  const implied: ErrorName[] = open ? [] : ['session.invalid', 'role.forbidden']
  if (acceptsIdempotencyKey(endpoint)) implied.push('key.reused')
  if (endpoint.body || endpoint.bodyType) implied.push('body.too-large', 'body.type')
  if (endpoint.path.includes('{id')) implied.push('row.missing')
  if (endpoint.versioned && endpoint.method === 'PUT') implied.push('row.stale')
  for (const name of [...implied, ...(endpoint.errors ?? [])]) {
    const [status, text] = errorsByName[name]
    reasons.set(status, [...(reasons.get(status) ?? []), text])
  }
  for (const [status, texts] of reasons)
    answers[status] = {
      description: [...new Set(texts)].join(' · '),
      ...makeJsonContent(detail),
    }
  answers[422] = { description: 'What is wrong with the request, item by item', ...makeJsonContent(rejections) }
  return answers
}

const description = `The back office of gyms: members, doors, till. A body may have ${maxBodyBytes} bytes. HEAD answers as GET does.`

const status = { type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] }

/** URLs for monitoring, which are not API calls of the contract and have no `/v1`. */
const health: Record<string, Json> = {
  '/health': {
    summary: 'The process lives',
    responses: { 200: { description: 'It does', ...makeJsonContent(status) } },
  },
  '/ready': {
    summary: 'Calls can be answered: the database writes and the other servers are heard',
    responses: {
      200: { description: 'They can', ...makeJsonContent(status) },
      503: {
        description: 'Not now; the detail says why',
        headers: { 'Retry-After': { schema: text } },
        ...makeJsonContent(detail),
      },
    },
  },
  '/metrics': {
    summary: 'Figures for Prometheus, to this machine or with METRICS_TOKEN as the bearer',
    responses: {
      200: { description: 'The figures', content: { 'text/plain': { schema: text } } },
      403: { description: 'Neither', ...makeJsonContent(detail) },
    },
  },
}

function makeAllPaths(): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const name of endpointNames) {
    const endpoint: Endpoint = endpoints[name]
    const allowed = endpoint.may
    const headers = [
      ...(acceptsIdempotencyKey(endpoint)
        ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', format: 'uuid' } }]
        : []),
      ...(endpoint.versioned && endpoint.method === 'PUT' ? [{ name: 'If-Match', in: 'header', schema: text }] : []),
      ...(endpoint.polled ? [{ name: 'If-None-Match', in: 'header', schema: text }] : []),
    ]
    const path = `/v1${endpoint.path}`
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        operationId: name,
        tags: [name.slice(0, name.indexOf('.'))],
        summary: endpoint.summary,
        description: allowed === publicAccess ? 'No session needed.' : `Roles: ${allowed.join(', ')}.`,
        security: allowed === publicAccess ? [] : [{ bearer: [] }],
        parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query'), ...headers],
        ...requestBody(endpoint),
        responses: responses(endpoint, allowed === publicAccess),
      },
    }
  }
  for (const [path, call] of Object.entries(health))
    paths[path] = { get: { operationId: path.slice(1), tags: ['health'], security: [], parameters: [], ...call } }
  return paths
}

/** Makes the document. Its paths are computed when first read, so that the server's start does not wait for them. */
export function makeOpenApiDocument(version: string): Json {
  let paths: Record<string, Json> | undefined
  return {
    openapi: '3.1.0',
    info: { title: 'Torniquete', version, description },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    get paths() {
      paths ??= makeAllPaths()
      return paths
    },
  }
}

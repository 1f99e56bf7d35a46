// The API reference names every limit that the server enforces, and the headers and errors that it adds.
import { endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { tryEveryCall } from '../../testing/every-call.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const Call = z.object({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), schema: z.looseObject({}) })),
  requestBody: z.looseObject({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
  responses: z.record(z.string(), z.looseObject({ headers: z.record(z.string(), z.unknown()).optional() })),
})
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Call)) })

const app = await startTestAppForFile()
const paths = Document.parse((await app.app.inject({ method: 'GET', url: '/openapi.json' })).json()).paths

const callOf = ({ path, method }: Pick<Endpoint, 'path' | 'method'>) => paths[`/v1${path}`]?.[method.toLowerCase()]

const rules = ['maxLength', 'format', 'pattern', 'enum', 'const', 'maximum']

/** Lists texts in a body's schema that have no limit: no length, format or enumeration. */
function boundless(schema: unknown, place = '', within = false): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each, index) => boundless(each, `${place}[${index}]`, within))
  if (typeof schema !== 'object' || schema === null) return []
  const bounded = within || rules.some((rule) => rule in schema)
  const types = 'type' in schema ? [schema.type].flat() : []
  const own = types.includes('string') && !bounded ? [place] : []
  const deeper = Object.entries(schema).flatMap(([name, each]) => boundless(each, `${place}.${name}`, bounded))
  return [...own, ...deeper]
}

test('OpenAPI document: names body limits, 413 and 415, and ETags of versioned and polled calls', () =>
  tryEveryCall(endpointNames, (name) => {
    const endpoint: Endpoint = endpoints[name]
    const call = callOf(endpoint)
    expect(call).toBeDefined()
    if (endpoint.body || endpoint.bodyType)
      expect(Object.keys(call?.responses ?? {})).toEqual(expect.arrayContaining(['413', '415']))
    const success = call?.responses[String(endpoint.status ?? 200)]
    const tagged = endpoint.answer !== null && (endpoint.versioned !== undefined || endpoint.polled === true)
    expect(Object.keys(success?.headers ?? {})).toEqual(tagged ? ['ETag'] : [])
    const asked = call?.parameters.filter((each) => each.in === 'header').map((each) => each.name) ?? []
    expect(asked.includes('If-Match')).toBe(endpoint.versioned !== undefined && endpoint.method === 'PUT')
    expect(asked.includes('If-None-Match')).toBe(endpoint.polled === true)
    if (endpoint.bodyType !== 'multipart') expect(boundless(call?.requestBody)).toEqual([])
  }))

test.each(['/health', '/ready', '/metrics'])('OpenAPI document: describes %s', async (path) => {
  const { statusCode } = await app.app.inject({ method: 'GET', url: path })
  expect(Object.keys(paths[path]?.get?.responses ?? {})).toContain(String(statusCode))
})

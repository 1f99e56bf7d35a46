// Every API call with invalid inputs: the answer says what is wrong, and nothing changes.
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../../testing/api-caller.ts'
import { selectSampleInputs } from '../../testing/check-property.ts'
import {
  everyCallTestTimeoutMs,
  makeInputOnExistingRows,
  startTwoGymsAppForFile,
  tryCallsExpectingNoChange,
} from '../../testing/every-call.ts'
import { type RawCallInput, type RawCallReply, sendRawCall } from '../../testing/raw-call.ts'
import { callSamples } from '../../testing/sample-inputs.ts'

interface InvalidInput {
  what: string
  input: RawCallInput
  /** Expected path of the error in the request, such as `['body', 'name']`. */
  loc?: (string | number)[]
}

interface Property {
  type?: string | string[]
  maxLength?: number
  anyOf?: Property[]
  enum?: unknown[]
  const?: unknown
  /** Schema of the items if the property is an array. */
  items?: ObjectSchema
}

interface ObjectSchema {
  properties?: Record<string, Property>
  required?: string[]
}

const inputSchema = (schema: z.ZodType | undefined): ObjectSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ObjectSchema) : {} // an object schema

const typesOf = ({ type, anyOf = [], enum: values = [], ...rest }: Property): string[] => [
  ...[type ?? []].flat(),
  ...anyOf.flatMap(typesOf),
  ...values.map((value) => typeof value),
  ...('const' in rest ? [typeof rest.const] : []),
]

const maxLength = ({ maxLength: own, anyOf = [] }: Property): number | undefined =>
  own ?? anyOf.map(maxLength).find((each) => each !== undefined)

/** Values of each type. 7.25 is a number but no integer, so it is invalid for integers. */
const oneOfEach: Record<string, unknown> = {
  string: 'texto',
  number: 7.25,
  boolean: true,
  array: ['x'],
  object: { x: 1 },
}
const notStorable = { NUL: 'a\0b23456789', 'a lone surrogate': 'a\ud800b23456789' }
/** Fields that may have only one line, since they are shown in one row of a list or sent to a terminal. */
const lines = new Set(['name', 'username', 'owner', 'title'])

function wrongValues(field: string, property: Property): [string, unknown][] {
  const allowed = typesOf(property)
  const wrong = Object.entries(oneOfEach).filter(([type]) => !allowed.includes(type))
  if (!allowed.includes('null')) wrong.push(['null', field === 'password' || field === 'timeZone' ? 5 : null])
  if (!allowed.includes('string')) return wrong
  const limit = maxLength(property)
  return [
    ...wrong,
    ...Object.entries(notStorable),
    ...(limit ? [[`${limit + 1} characters`, 'a'.repeat(limit + 1)] satisfies [string, unknown]] : []),
    ...(lines.has(field) ? [['TAB', 'a\tb'] as [string, unknown], ['newline', 'a\nb'] as [string, unknown]] : []),
  ]
}

/** Returns the array with each field of its first item invalid or missing. */
function wrongItems(
  field: string,
  property: Property,
  value: unknown,
): { what: string; value: unknown; loc: (string | number)[] }[] {
  const [first] = Array.isArray(value) ? value : []
  const { properties = {}, required = [] } = property.items ?? {}
  const withField = (name: string, wrong: unknown) => [{ ...first, [name]: wrong }]
  return [
    ...Object.entries(properties).flatMap(([name, each]) =>
      wrongValues(name, each).map(([what, wrong]) => ({
        what: `${name}: ${what}`,
        value: withField(name, wrong),
        loc: [field, 0, name],
      })),
    ),
    ...required.map((name) => ({ what: `without ${name}`, value: withField(name, undefined), loc: [field, 0, name] })),
  ]
}

function wrongBodies(name: EndpointName, valid: RawCallInput, ignored: readonly string[]): InvalidInput[] {
  const { method, body: schema, bodyType }: Endpoint = endpoints[name]
  if (!schema || bodyType) return []
  const { properties = {}, required = [] } = inputSchema(schema)
  const body = Object(valid.body) as Record<string, unknown> // bodies of all samples are objects
  const fields = Object.entries(properties).filter(([field]) => !ignored.includes(field))
  const json = (content: string | Buffer, type = 'application/json') => ({ ...valid, payload: { type, content } })
  return [
    ...fields.flatMap(([field, property]) =>
      wrongValues(field, property).map(([what, value]) => ({
        what: `${field}: ${what}`,
        input: { ...valid, body: { ...body, [field]: value } },
        loc: ['body', field],
      })),
    ),
    ...fields.flatMap(([field, property]) =>
      wrongItems(field, property, body[field]).map(({ what, value, loc }) => ({
        what: `${field} ${what}`,
        input: { ...valid, body: { ...body, [field]: value } },
        loc: ['body', ...loc],
      })),
    ),
    ...required.map((field) => ({
      what: `without ${field}`,
      input: { ...valid, body: { ...body, [field]: undefined } },
      loc: ['body', field],
    })),
    ...[[], [body], 'texto', 5, true, null].map((value) => ({
      what: `a body of ${JSON.stringify(value)}`,
      input: json(JSON.stringify(value)),
      loc: ['body'],
    })),
    { what: 'broken JSON', input: json('{"name": ') },
    // Skipped for a POST without required fields, which accepts an empty body.
    ...(method === 'POST' && schema.safeParse({}).success ? [] : [{ what: 'an empty body', input: json('') }]),
    { what: 'bytes that are no UTF-8', input: json(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])) },
    { what: 'a prototype', input: json('{"__proto__": {"x": 1}}') },
  ]
}

function wrongQueries(name: EndpointName, valid: RawCallInput): InvalidInput[] {
  const { query: schema }: Endpoint = endpoints[name]
  const { properties = {}, required = [] } = inputSchema(schema)
  const wrong: Record<string, unknown[]> = {
    page: [-1, 'abc', '1.5', '', 2 ** 53],
    size_page: [0, 1001, 'x', -5, ''],
    start_date: ['ayer', '2026-02-30', '2026-13-01', '2026-01-01T25:00:00Z', '0000-13-01', '2026-01-01T10:00:00Zx'],
    client_id: [0, -1, 'abc', 2 ** 53],
    client_name: ['a\0b', 'a'.repeat(256)],
    include_time: ['quizás'],
    is_read: ['quizás'],
    pin: [0, -1, '012', 'abc', '1234567890', ''],
    new_verify: [1, 'x', ''],
    changes: ['x'],
    path: ['', 'x'.repeat(1001)],
    period: ['daily', 'YEARLY'],
  }
  wrong.end_date = wrong.start_date ?? []
  for (const field of ['user_name', 'supplier_name', 'product_name']) wrong[field] = wrong.client_name ?? []
  return [
    ...Object.keys(properties).flatMap((field) =>
      (wrong[field] ?? []).map((value) => ({
        what: `${field}=${String(value).slice(0, 30)}`,
        input: { ...valid, query: { ...valid.query, [field]: String(value) } },
        loc: ['query', field],
      })),
    ),
    ...required.map((field) => ({ what: `without ${field}`, input: { ...valid, query: {} }, loc: ['query', field] })),
  ]
}

function wrongParams(name: EndpointName, valid: RawCallInput): InvalidInput[] {
  const { params: schema }: Endpoint = endpoints[name]
  return Object.keys(inputSchema(schema).properties ?? {})
    .filter((field) => field.startsWith('id'))
    .flatMap((field) =>
      [0, -1, 'abc', '1.5', 2 ** 53, '1\0', ' '].map((value) => ({
        what: `{${field}} = ${JSON.stringify(value)}`,
        input: { ...valid, params: { ...valid.params, [field]: value } },
        loc: ['path', field],
      })),
    )
}

const makeInvalidInputs = (
  name: EndpointName,
  valid: RawCallInput,
  ignored: readonly string[] = [],
): InvalidInput[] => [...wrongBodies(name, valid, ignored), ...wrongQueries(name, valid), ...wrongParams(name, valid)]

const Refusal = z.strictObject({
  detail: z.union([
    z.string().min(1),
    z
      .array(
        z.strictObject({ type: z.string(), msg: z.string().min(1), loc: z.array(z.union([z.string(), z.number()])) }),
      )
      .min(1),
  ]),
})

const { app, world, digest } = await startTwoGymsAppForFile()
const validInputs: Partial<Record<EndpointName, RawCallInput>> = {}
for (const name of endpointNames) validInputs[name] = await makeInputOnExistingRows(world, name)

const callerOf = (name: EndpointName): Caller =>
  isCallAllowed('gym_super_admin', name) ? world.gym.admin : world.master
/** Default wording of the validation library, which users must not see. */
const ofTheLibrary = /se esperaba|recibido|indefinido|arreglo|booleano|inválida:|Entrada inválida|Demasiado/i

function expectRefusal({ status, json, text }: RawCallReply, what: string): void {
  expect(status, `${what}: ${text}`).toBeGreaterThanOrEqual(400)
  expect(status, `${what}: ${text}`).toBeLessThan(500)
  expect(Refusal.safeParse(json).error, what).toBeUndefined()
}

test('invalid input: every call refuses it with place and reason', { timeout: everyCallTestTimeoutMs }, () =>
  tryCallsExpectingNoChange(digest, endpointNames, async (name) => {
    const inputs = makeInvalidInputs(name, validInputs[name] ?? {}, callSamples[name].ignored)
    for (const { what, input, loc } of selectSampleInputs(inputs)) {
      const reply = await sendRawCall(app.app, callerOf(name).token, name, input)
      expectRefusal(reply, what)
      expect(reply.text, what).not.toMatch(ofTheLibrary)
      if (!loc) continue
      expect(reply.status, `${what}: ${reply.text}`).toBe(422)
      const found = (reply.json as { detail: { loc: unknown[] }[] }).detail.map((each) => each.loc.slice(0, loc.length)) // body of the 422
      expect(found, what).toContainEqual(loc)
    }
  }),
)

test('invalid input: a wrong content type gets 415, an oversized body 413', { timeout: everyCallTestTimeoutMs }, () => {
  const withBody = endpointNames.filter((name) => 'body' in endpoints[name] || 'bodyType' in endpoints[name])
  return tryCallsExpectingNoChange(digest, withBody, async (name, index) => {
    const { bodyType }: Endpoint = endpoints[name]
    const send = (type: string, content: string) =>
      sendRawCall(app.app, callerOf(name).token, name, { ...validInputs[name], payload: { type, content } })
    const [own, other] = ['application/x-www-form-urlencoded', 'application/json']
    const types = ['text/plain', 'application/xml', bodyType === 'form' ? other : own, 'image/png']
    const type = types[index % types.length] ?? ''
    const refused = await send(type, '{}')
    expect([refused.status, refused.json], type).toEqual([415, { detail: 'El tipo de contenido no es válido.' }])
    if (bodyType === 'multipart') return
    const reply = await (bodyType === 'form'
      ? send(own, `username=${'a'.repeat(20_000)}`)
      : send(other, JSON.stringify({ name: 'a'.repeat(1_100_000) })))
    expect([reply.status, reply.json]).toEqual([413, { detail: 'La solicitud es demasiado grande.' }])
  })
})

test.each([
  'clients/%zz',
  'clients/%00',
  'clients/%ff',
  `clients/${'9'.repeat(2000)}`,
  'nada',
  '',
  'clients/?page=0&page=1',
])('http: refuses invalid URLs in plain words (case %#)', async (path) => {
  expectRefusal(await sendRawCall(app.app, world.gym.admin.token, 'clients.list', {}, `/v1/${path}`), path)
})

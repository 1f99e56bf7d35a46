// Every call of the table with inputs that it must refuse: an answer that says what is wrong, and nothing changed.
import type { Endpoint } from '@torniquete/contract/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { may } from '@torniquete/contract/permissions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../testing/api.ts'
import { Digest } from '../testing/digest.ts'
import { invalidInputs } from '../testing/invalid-inputs.ts'
import { addressOf, type RawInput, type RawReply, rawCall } from '../testing/raw-call.ts'
import { samples } from '../testing/sample-inputs.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makeWorld, type World } from '../testing/world.ts'

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

let app: TestApp
let world: World
let digest: Digest
beforeAll(async () => {
  app = await startTestApp()
  world = await makeWorld(app)
  digest = await Digest.of(app)
}, 60_000)
afterAll(async () => {
  await digest.close()
  await app.close()
})

const callerOf = (name: EndpointName): Caller => (may('gym_super_admin', name) ? world.gym.admin : world.master)
const validInput = async (name: EndpointName): Promise<RawInput> =>
  samples[name].rowsOf?.(world.mine) ?? samples[name].valid(world, callerOf(name), 'gym_super_admin')

/** What people at a desk do not say. */
const ofTheLibrary = /se esperaba|recibido|indefinido|arreglo|booleano|inválida:|Entrada inválida|Demasiado/i

function expectRefusal({ status, json, text }: RawReply, what: string): void {
  expect(status, `${what}: ${text}`).toBeGreaterThanOrEqual(400)
  expect(status, `${what}: ${text}`).toBeLessThan(500)
  expect(Refusal.safeParse(json).error, what).toBeUndefined()
}

test.each(endpointNames)('%s: what the schema refuses is answered with where and why', async (name) => {
  const inputs = invalidInputs(name, await validInput(name), samples[name].ignored)
  const before = await digest.take()
  for (const { what, input, loc } of inputs) {
    const reply = await rawCall(app.app, callerOf(name).token, name, input)
    expectRefusal(reply, what)
    expect(reply.text, what).not.toMatch(ofTheLibrary)
    if (!loc) continue
    expect(reply.status, `${what}: ${reply.text}`).toBe(422)
    const found = (reply.json as { detail: { loc: unknown[] }[] }).detail.map((each) => each.loc.slice(0, loc.length)) // the Refusal of above
    expect(found, what).toContainEqual(loc)
  }
  const after = await digest.take()
  expect(after).toEqual(before)
})

test.each(endpointNames.filter((name) => 'body' in endpoints[name] || 'bodyType' in endpoints[name]))(
  '%s: another content type is 415, an oversized body 413',
  async (name) => {
    const { bodyType }: Endpoint = endpoints[name]
    const valid = await validInput(name)
    const types = [
      'text/plain',
      'application/xml',
      bodyType === 'form' ? 'application/json' : 'application/x-www-form-urlencoded',
      'image/png',
    ]
    const before = await digest.take()
    for (const type of types) {
      const reply = await rawCall(app.app, callerOf(name).token, name, { ...valid, payload: { type, content: '{}' } })
      expect([reply.status, reply.json], type).toEqual([415, { detail: 'El tipo de contenido no es válido.' }])
    }
    if (bodyType !== 'multipart') {
      const type = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
      const content =
        bodyType === 'form' ? `username=${'a'.repeat(20_000)}` : JSON.stringify({ name: 'a'.repeat(1_100_000) })
      const reply = await rawCall(app.app, callerOf(name).token, name, { ...valid, payload: { type, content } })
      expect([reply.status, reply.json]).toEqual([413, { detail: 'La solicitud es demasiado grande.' }])
    }
    expect(await digest.take()).toEqual(before)
  },
)

test('clients.read: addresses that are none', async () => {
  for (const url of [
    '/v1/clients/%zz',
    '/v1/clients/%00',
    '/v1/clients/%ff',
    `/v1/clients/${'9'.repeat(2000)}`,
    '/v1/nada',
    '/v1/',
  ]) {
    const reply = await rawCall(app.app, world.gym.admin.token, 'clients.read', {}, url)
    expectRefusal(reply, url)
  }
})

test('clients.list: a value given twice', async () => {
  const url = `${addressOf('clients.list', {})}?page=0&page=1`
  expectRefusal(await rawCall(app.app, world.gym.admin.token, 'clients.list', {}, url), url)
})

// Every call of the table with inputs that it must refuse: an answer that says what is wrong, and nothing changed.

import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { may } from '@torniquete/contract/permissions.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../../testing/api.ts'
import { Digest } from '../../testing/digest.ts'
import { everyCallChangesNothing, everyCallTimeout } from '../../testing/every-call.ts'
import { invalidInputs } from '../../testing/invalid-inputs.ts'
import { sampleInputs } from '../../testing/property.ts'
import { addressOf, type RawInput, type RawReply, rawCall } from '../../testing/raw-call.ts'
import { samples } from '../../testing/sample-inputs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWorld, type World } from '../../testing/world.ts'

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
const validInputs: Partial<Record<EndpointName, RawInput>> = {}
beforeAll(async () => {
  app = await startTestApp()
  world = await makeWorld(app)
  digest = await Digest.of(app)
  for (const name of endpointNames)
    validInputs[name] =
      samples[name].rowsOf?.(world.mine) ?? (await samples[name].valid(world, callerOf(name), 'gym_super_admin'))
}, everyCallTimeout)
afterAll(async () => {
  await digest.close()
  await app.close()
})

const callerOf = (name: EndpointName): Caller => (may('gym_super_admin', name) ? world.gym.admin : world.master)
/** Library wording that must not reach users. */
const ofTheLibrary = /se esperaba|recibido|indefinido|arreglo|booleano|inválida:|Entrada inválida|Demasiado/i

function expectRefusal({ status, json, text }: RawReply, what: string): void {
  expect(status, `${what}: ${text}`).toBeGreaterThanOrEqual(400)
  expect(status, `${what}: ${text}`).toBeLessThan(500)
  expect(Refusal.safeParse(json).error, what).toBeUndefined()
}

test('invalid input: is refused with place and reason', { timeout: everyCallTimeout }, () =>
  everyCallChangesNothing(digest, endpointNames, async (name) => {
    const inputs = invalidInputs(name, validInputs[name] ?? {}, samples[name].ignored)
    for (const { what, input, loc } of sampleInputs(inputs)) {
      const reply = await rawCall(app.app, callerOf(name).token, name, input)
      expectRefusal(reply, what)
      expect(reply.text, what).not.toMatch(ofTheLibrary)
      if (!loc) continue
      expect(reply.status, `${what}: ${reply.text}`).toBe(422)
      const found = (reply.json as { detail: { loc: unknown[] }[] }).detail.map((each) => each.loc.slice(0, loc.length)) // the Refusal of above
      expect(found, what).toContainEqual(loc)
    }
  }),
)

test('another content type is 415, an oversized body 413', { timeout: everyCallTimeout }, () => {
  const withBody = endpointNames.filter((name) => 'body' in endpoints[name] || 'bodyType' in endpoints[name])
  return everyCallChangesNothing(digest, withBody, async (name) => {
    const { bodyType }: Endpoint = endpoints[name]
    const send = (type: string, content: string) =>
      rawCall(app.app, callerOf(name).token, name, { ...validInputs[name], payload: { type, content } })
    const [own, other] = ['application/x-www-form-urlencoded', 'application/json']
    for (const type of ['text/plain', 'application/xml', bodyType === 'form' ? other : own, 'image/png']) {
      const reply = await send(type, '{}')
      expect([reply.status, reply.json], type).toEqual([415, { detail: 'El tipo de contenido no es válido.' }])
    }
    if (bodyType === 'multipart') return
    const reply = await (bodyType === 'form'
      ? send(own, `username=${'a'.repeat(20_000)}`)
      : send(other, JSON.stringify({ name: 'a'.repeat(1_100_000) })))
    expect([reply.status, reply.json]).toEqual([413, { detail: 'La solicitud es demasiado grande.' }])
  })
})

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

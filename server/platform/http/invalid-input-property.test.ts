// Every call of the table with invalid inputs: the answer says what is wrong, and nothing changes.

import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { may } from '@torniquete/contract/permissions.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../../testing/api.ts'
import { everyCallTimeout, makeExistingInput, openWorld, tryEveryCallUnchanged } from '../../testing/every-call.ts'
import { makeInvalidInputs } from '../../testing/invalid-inputs.ts'
import { takeSampleInputs } from '../../testing/property.ts'
import { type RawInput, type RawReply, sendRawCall } from '../../testing/raw-call.ts'
import { samples } from '../../testing/sample-inputs.ts'

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

const { app, world, digest } = await openWorld()
const validInputs: Partial<Record<EndpointName, RawInput>> = {}
for (const name of endpointNames) validInputs[name] = await makeExistingInput(world, name)

const callerOf = (name: EndpointName): Caller => (may('gym_super_admin', name) ? world.gym.admin : world.master)
/** Library wording that must not reach users. */
const ofTheLibrary = /se esperaba|recibido|indefinido|arreglo|booleano|inválida:|Entrada inválida|Demasiado/i

function expectRefusal({ status, json, text }: RawReply, what: string): void {
  expect(status, `${what}: ${text}`).toBeGreaterThanOrEqual(400)
  expect(status, `${what}: ${text}`).toBeLessThan(500)
  expect(Refusal.safeParse(json).error, what).toBeUndefined()
}

test('invalid input: is refused with place and reason', { timeout: everyCallTimeout }, () =>
  tryEveryCallUnchanged(digest, endpointNames, async (name) => {
    const inputs = makeInvalidInputs(name, validInputs[name] ?? {}, samples[name].ignored)
    for (const { what, input, loc } of takeSampleInputs(inputs)) {
      const reply = await sendRawCall(app.app, callerOf(name).token, name, input)
      expectRefusal(reply, what)
      expect(reply.text, what).not.toMatch(ofTheLibrary)
      if (!loc) continue
      expect(reply.status, `${what}: ${reply.text}`).toBe(422)
      const found = (reply.json as { detail: { loc: unknown[] }[] }).detail.map((each) => each.loc.slice(0, loc.length)) // the refusal above
      expect(found, what).toContainEqual(loc)
    }
  }),
)

test('invalid input: a wrong content type is 415, an oversized body 413', { timeout: everyCallTimeout }, () => {
  const withBody = endpointNames.filter((name) => 'body' in endpoints[name] || 'bodyType' in endpoints[name])
  return tryEveryCallUnchanged(digest, withBody, async (name, index) => {
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

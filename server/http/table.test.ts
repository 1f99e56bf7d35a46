// Generated from the table: who may, who may not, and that answers are what the contract says.
import type { Endpoint } from '@torniquete/contract/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { may } from '@torniquete/contract/permissions.ts'
import { anyone, roleNames } from '@torniquete/contract/roles.ts'
import { isWorkbook } from '@torniquete/contract/workbooks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Digest } from '../testing/digest.ts'
import { addressOf, type RawReply, rawCall } from '../testing/raw-call.ts'
import { callerFor, samples } from '../testing/sample-inputs.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makeWorld, type World } from '../testing/world.ts'

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

/** Success as the row says: its status, and nothing but what its schema names. */
function expectAnswer(name: EndpointName, reply: RawReply): void {
  const { answer, method, versioned, status = 200 }: Endpoint = endpoints[name]
  if (reply.status === samples[name].alsoFine) return
  if (versioned && method === 'GET') expect(reply.headers.etag).toMatch(/^"\d+"$/)
  expect(reply.status, reply.text).toBe(answer === null ? 204 : status)
  if (answer === null) expect(reply.text).toBe('')
  else if (isWorkbook(answer)) expect(reply.text.slice(0, 4)).toBe('PK\x03\x04')
  else if (answer !== 'raw') expect(answer.parse(reply.json)).toEqual(reply.json)
}

describe.each(endpointNames)('%s', (name) => {
  test.each(roleNames)(`${name}: %s`, async (role) => {
    const caller = await callerFor(world, name, role)
    if (may(role, name)) {
      const reply = await rawCall(app.app, caller.token, name, await samples[name].valid(world, caller, role))
      return expectAnswer(name, reply)
    }
    const input =
      samples[name].rowsOf?.(world.mine) ?? (await samples[name].valid(world, world.gym.admin, 'gym_super_admin'))
    const before = await digest.take()
    const reply = await rawCall(app.app, caller.token, name, input)
    expect(reply.status, reply.text).toBe(403)
    expect(reply.json).toEqual({ detail: 'Tu rol no permite esta acción.' })
    expect(await digest.take()).toEqual(before)
  })

  if (endpoints[name].may === anyone)
    test(`${name}: without a session`, async () => {
      const input = await samples[name].valid(world, world.gym.admin, 'gym_super_admin')
      expectAnswer(name, await rawCall(app.app, null, name, input))
    })

  test(`${name}: a missing and an extra slash at the end`, async () => {
    const role = roleNames.find((each) => each !== 'master' && may(each, name)) ?? 'master'
    for (const written of [(path: string) => path.replace(/\/$/, ''), (path: string) => path.replace(/\/?$/, '/')]) {
      const caller = await callerFor(world, name, role)
      const input = await samples[name].valid(world, caller, role)
      const [path = '', query] = addressOf(name, input).split('?')
      const url = `${written(path)}${query ? `?${query}` : ''}`
      expectAnswer(name, await rawCall(app.app, caller.token, name, input, url))
    }
  })
})

test('every call that names a row in its address says which rows those are', () => {
  const silent = endpointNames.filter((name) => /\{id/.test(endpoints[name].path) && !samples[name].rowsOf)
  expect(silent.filter((name) => endpoints[name].may.toString() !== 'master')).toEqual([])
})

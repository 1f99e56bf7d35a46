// Generated from the table: who may, who may not, and that answers are what the contract says.

import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { may } from '@torniquete/contract/permissions.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { anyone, type RoleName, roleNames } from '@torniquete/contract/shared/roles.ts'
import { isWorkbook } from '@torniquete/contract/shared/workbooks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../testing/api.ts'
import { Digest } from '../../testing/digest.ts'
import { everyCall, everyCallChangesNothing, everyCallTimeout } from '../../testing/every-call.ts'
import { addressOf, type RawInput, type RawReply, rawCall } from '../../testing/raw-call.ts'
import { callerFor, samples } from '../../testing/sample-inputs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let app: TestApp
let world: World
let digest: Digest
/** Made beforehand, because some samples make rows of their own. */
const refusedInputs: Partial<Record<EndpointName, RawInput>> = {}
beforeAll(async () => {
  app = await startTestApp()
  world = await makeWorld(app)
  digest = await Digest.of(app)
  for (const name of endpointNames)
    refusedInputs[name] =
      samples[name].rowsOf?.(world.mine) ?? (await samples[name].valid(world, world.gym.admin, 'gym_super_admin'))
}, everyCallTimeout)
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

const title = '%s: every call answers as the contract says, or refuses and changes nothing'
const isQuick = (role: RoleName) => role !== 'gym_super_admin'
test.each(roleNames.filter(isQuick))(title, { timeout: everyCallTimeout }, expectRights)
test.each(roleNames.filter((role) => !isQuick(role)))(
  title,
  { tags: ['deep'], timeout: everyCallTimeout },
  expectRights,
)

async function expectRights(role: RoleName): Promise<void> {
  const refused = endpointNames.filter((name) => !may(role, name))
  // To log in changes the database.
  const callers = new Map<EndpointName, Caller>()
  for (const name of refused) callers.set(name, await callerFor(world, name, role))
  await everyCallChangesNothing(digest, refused, async (name) => {
    const reply = await rawCall(app.app, callers.get(name)?.token ?? null, name, refusedInputs[name] ?? {})
    expect(reply.status, reply.text).toBe(403)
    expect(reply.json).toEqual({ detail: 'Tu rol no permite esta acción.' })
  })
  const allowed = endpointNames.filter((name) => may(role, name))
  await everyCall(allowed, async (name) => {
    const caller = await callerFor(world, name, role)
    expectAnswer(name, await rawCall(app.app, caller.token, name, await samples[name].valid(world, caller, role)))
  })
}

const closed = endpointNames.filter((name) => endpoints[name].may !== anyone)
test('calls that need no session answer without one', { timeout: everyCallTimeout }, async () => {
  const open = endpointNames.filter((name) => !closed.includes(name))
  await everyCall(open, async (name) => {
    const input = await samples[name].valid(world, world.gym.admin, 'gym_super_admin')
    expectAnswer(name, await rawCall(app.app, null, name, input))
  })
})

test('every call is found with a slash more or less at the end', { timeout: everyCallTimeout }, () =>
  everyCall(closed, async (name) => {
    const input = refusedInputs[name] ?? {}
    const [path = '', query] = addressOf(name, input).split('?')
    const url = `${path.endsWith('/') ? path.slice(0, -1) : `${path}/`}${query ? `?${query}` : ''}`
    const { status } = await rawCall(app.app, null, name, input, url)
    expect(status).toBe(401)
  }),
)

test('every call that names a row in its address says which rows those are', () => {
  const silent = endpointNames.filter((name) => /\{id/.test(endpoints[name].path) && !samples[name].rowsOf)
  expect(silent.filter((name) => endpoints[name].may.toString() !== 'master')).toEqual([])
})

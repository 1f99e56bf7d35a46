// A missing right is reported whatever the body; HEAD answers like GET.
import { connect } from 'node:net'
import { endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { may } from '@torniquete/contract/permissions.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { errorText } from '@torniquete/contract/shared/errors.ts'
import { anyone, roleNames } from '@torniquete/contract/shared/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall, everyCallTimeout } from '../../testing/every-call.ts'
import { addressOf, rawCall } from '../../testing/raw-call.ts'
import { callerFor, samples } from '../../testing/sample-inputs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let app: TestApp
let world: World
let address: string
beforeAll(async () => {
  app = await startTestApp()
  world = await makeWorld(app)
  address = (await app.listen()).address
}, 60_000)
afterAll(() => app.close())

const closed = endpointNames.filter((name) => endpoints[name].may !== anyone)
const bodies = [
  { type: 'application/json', content: '{"name":' },
  { type: 'application/json', content: JSON.stringify({ name: 'a'.repeat(1_100_000) }) },
  { type: 'image/png', content: '{}' },
]

test('rights: a caller without them is refused before the body is read', { timeout: everyCallTimeout }, () => {
  const writing = closed.filter((name) => endpoints[name].method !== 'GET')
  return everyCall(writing, async (name) => {
    const refused = roleNames.find((role) => !may(role, name))
    const caller = refused && (await callerFor(world, name, refused))
    for (const payload of bodies) {
      const nobody = await rawCall(app.app, null, name, { payload })
      expect([nobody.status, nobody.json]).toEqual([401, { detail: errorText('session.required') }])
      if (caller) expect((await rawCall(app.app, caller.token, name, { payload })).status).toBe(403)
    }
  })
})

test('a body without an end is not read: the answer ends the connection', async () => {
  const { port } = new URL(address)
  const socket = connect(Number(port), '127.0.0.1')
  const head = ['POST /v1/clients/ HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Transfer-Encoding: chunked']
  socket.write(`${head.join('\r\n')}\r\n\r\n10000\r\n${'a'.repeat(65_536)}\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  expect(text).toMatch(/^HTTP\/1.1 401 /)
})

test('a short body leaves the connection usable', async () => {
  const answer = await fetch(`${address}/v1/clients/`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  })
  expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'keep-alive'])
})

test('a HEAD answers as its GET, without the body', { tags: ['deep'], timeout: everyCallTimeout }, () => {
  const reading = endpointNames.filter((name) => endpoints[name].method === 'GET')
  return everyCall(reading, async (name) => {
    const { may: allowed }: Endpoint = endpoints[name]
    const role = allowed === anyone ? 'gym_super_admin' : (allowed[0] ?? 'master')
    const caller = await callerFor(world, name, role)
    const input = await samples[name].valid(world, caller, role)
    const headers = { ...(caller.token && { authorization: `Bearer ${caller.token}` }), ...input.headers }
    const url = addressOf(name, input)
    const { status, headers: read } = await rawCall(app.app, caller.token, name, input)
    const head = await app.app.inject({ method: 'HEAD', url, headers })
    expect([head.statusCode, head.body]).toEqual([status, ''])
    for (const field of ['content-type', 'etag', 'cache-control']) expect(head.headers[field], field).toBe(read[field])
    if (allowed !== anyone) expect((await app.app.inject({ method: 'HEAD', url })).statusCode).toBe(401)
  })
})

// Tests generated for every API call: permissions, and answers that match the contract.
import { connect } from 'node:net'
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { publicAccess, type RoleName, roleNames } from '@torniquete/contract/shared/roles.ts'
import { isWorkbook } from '@torniquete/contract/shared/workbooks.ts'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { type Caller, logInAs } from '../../testing/api-caller.ts'
import {
  everyCallTestTimeoutMs,
  makeInputOnExistingRows,
  startTwoGymsAppForFile,
  tryCallsExpectingNoChange,
  tryEveryCall,
} from '../../testing/every-call.ts'
import { testPassword } from '../../testing/factories.ts'
import { makeCallUrl, type RawCallInput, type RawCallReply, sendRawCall } from '../../testing/raw-call.ts'
import { callSamples, chooseCaller } from '../../testing/sample-inputs.ts'
import { type GymRowIds, readTokenUserId, type TwoGyms } from '../../testing/two-gyms.ts'

const secret = 'un secreto de prueba bastante largo'
const { app, world, digest } = await startTwoGymsAppForFile({ SESSION_SECRET: secret })
const address = (await app.listen()).address
const closed = endpointNames.filter((name) => endpoints[name].may !== publicAccess)
/** Inputs are created before any test runs, because some samples create rows themselves. */
const inputs: Partial<Record<EndpointName, RawCallInput>> = {}
for (const name of endpointNames) inputs[name] = await makeInputOnExistingRows(world, name)

async function makeBadTokens(): Promise<string[][]> {
  const { admin, gym } = world.gym
  const subject = { id_user: readTokenUserId(admin), id_gym: gym.id, username: gym.username }
  const sign = (subject: object | string, key = secret, algorithm = 'HS256') =>
    new SignJWT()
      .setProtectedHeader({ alg: algorithm })
      .setSubject(typeof subject === 'string' ? subject : JSON.stringify(subject))
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(key))
  // Proves that each bad token below is refused only because of its one fault.
  expect((await sendRawCall(app.app, await sign(subject), 'users.list', {})).status).toBe(200)
  const [, claims, signature] = String(admin.token).split('.')
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
  return [
    ['broken', 'abc'],
    ['with a changed signature', `${admin.token?.slice(0, -4)}AAAA`],
    ['unsigned', `${unsigned}.${claims}.`],
    ['with another algorithm in its header', `${unsigned}.${claims}.${signature}`],
    ['signed with another secret', await sign(subject, 'otro secreto de prueba bastante largo')],
    ['signed with another algorithm', await sign(subject, secret.repeat(2), 'HS512')],
    ['of a user that does not exist', await sign({ ...subject, id_user: 99_999 })],
    ['whose user is of another gym', await sign({ ...subject, id_gym: world.theirs.gym })],
    ['whose subject is no JSON', await sign('ana')],
  ]
}

test('tokens: without a token, or with a bad one, every call is refused and changes nothing', {
  timeout: everyCallTestTimeoutMs,
}, async () => {
  const bad = await makeBadTokens()
  await tryCallsExpectingNoChange(digest, closed, async (name, index) => {
    const input = inputs[name] ?? {}
    const reply = await sendRawCall(app.app, null, name, input)
    expect([reply.status, reply.json]).toEqual([401, { detail: 'Inicia sesión para continuar.' }])
    // All calls check tokens by the same code, so one call for each kind of token is enough.
    const [kind, token = ''] = bad[index % bad.length] ?? []
    const refused = await sendRawCall(app.app, token, name, input)
    expect([refused.status, refused.json], kind).toEqual([401, { detail: 'Token inválido' }])
  })
})

test('session.login: a token expires after SESSION_HOURS, 12 by default', async () => {
  const now = app.clock.now()
  app.clock.set('2026-11-21T10:00:00Z')
  const caller = await logInAs(app.app, world.gym.gym.username, testPassword)
  app.clock.advance(12 * 3_600_000 - 1000)
  expect((await caller.try('users.list')).status).toBe(200)
  app.clock.advance(1000)
  const { status, answer } = await caller.try('users.list')
  expect([status, answer]).toEqual([401, { detail: 'Token inválido' }])
  app.clock.set(now)
})

const bodies = [
  { type: 'application/json', content: '{"name":' },
  { type: 'application/json', content: JSON.stringify({ name: 'a'.repeat(1_100_000) }) },
  { type: 'image/png', content: '{}' },
]

test('rights: a caller without the right is refused before the body is read', {
  timeout: everyCallTestTimeoutMs,
}, () => {
  const writing = closed.filter((name) => endpoints[name].method !== 'GET')
  return tryEveryCall(writing, async (name, index) => {
    const payload = bodies[index % bodies.length]
    const nobody = await sendRawCall(app.app, null, name, { payload })
    expect([nobody.status, nobody.json]).toEqual([401, { detail: formatError('session.required') }])
    const refused = roleNames.find((role) => !isCallAllowed(role, name))
    const caller = refused && (await chooseCaller(world, name, refused))
    if (caller) expect((await sendRawCall(app.app, caller.token, name, { payload })).status).toBe(403)
  })
})

test('rights: a refused call with an endless body ends its connection without reading the body', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const head = ['POST /v1/clients/ HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Transfer-Encoding: chunked']
  socket.write(`${head.join('\r\n')}\r\n\r\n10000\r\n${'a'.repeat(65_536)}\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  expect(text).toMatch(/^HTTP\/1.1 401 /)
  // After a refused short body the connection remains usable.
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${address}/v1/clients/`, { method: 'POST', body: '{', headers })
  expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'keep-alive'])
})

/** Rows of this gym with one row of the other gym: a body that names several rows is tried with each one foreign. */
function mixtures({ mine, theirs }: TwoGyms): GymRowIds[] {
  const kinds = Object.keys(mine) as (keyof GymRowIds)[] // Object.keys loses the type of the names
  return kinds.map((kind) => ({ ...mine, [kind]: theirs[kind] }))
}

test('rows of another gym: no call finds or changes them', { timeout: everyCallTestTimeoutMs }, () => {
  const naming = endpointNames.filter((name) => callSamples[name].onRowsOfGym)
  return tryCallsExpectingNoChange(digest, naming, async (name) => {
    const { onRowsOfGym: rowsOf, foreignAnswer } = callSamples[name]
    const own = JSON.stringify(rowsOf?.(world.mine))
    const foreign = mixtures(world)
      .map((rows) => rowsOf?.(rows) ?? {})
      .filter((input) => JSON.stringify(input) !== own)
    expect(foreign.length).toBeGreaterThan(0)
    for (const input of foreign) {
      const reply = await sendRawCall(app.app, world.gym.admin.token, name, input)
      if (foreignAnswer) expect(reply.json).toMatchObject(foreignAnswer)
      else expect(reply.status, reply.text).toBe(404)
    }
  })
})

test('clients.create: accepts a PIN that another gym uses', async () => {
  const made = await world.gym.admin.try('clients.create', { body: { name: 'Vecino', id_zkteco: world.theirs.pin } })
  expect(made.status).toBe(201)
})

/** Expects success with the call's status, and only fields of its schema in the answer. */
function expectAnswer(name: EndpointName, reply: RawCallReply): void {
  const { answer, method, versioned, status = 200 }: Endpoint = endpoints[name]
  if (reply.status === callSamples[name].otherValidStatus) return
  if (versioned && method === 'GET') expect(reply.headers.etag).toMatch(/^"\d+"$/)
  expect(reply.status, reply.text).toBe(answer === null ? 204 : status)
  if (answer === null) expect(reply.text).toBe('')
  else if (isWorkbook(answer)) expect(reply.text.slice(0, 4)).toBe('PK\x03\x04')
  else if (answer !== 'raw') expect(answer.parse(reply.json)).toEqual(reply.json)
}

const title = '%s: every call answers as the contract says, or refuses and changes nothing'
const isQuick = (role: RoleName) => role !== 'gym_super_admin'
test.each(roleNames.filter(isQuick))(title, { timeout: everyCallTestTimeoutMs }, expectRights)
test.each(roleNames.filter((role) => !isQuick(role)))(
  title,
  { tags: ['deep'], timeout: everyCallTestTimeoutMs },
  expectRights,
)

async function expectRights(role: RoleName): Promise<void> {
  const refused = endpointNames.filter((name) => !isCallAllowed(role, name))
  // Logins are made first, because a login changes the database.
  const callers = new Map<EndpointName, Caller>()
  for (const name of refused) callers.set(name, await chooseCaller(world, name, role))
  await tryCallsExpectingNoChange(digest, refused, async (name) => {
    const reply = await sendRawCall(app.app, callers.get(name)?.token ?? null, name, inputs[name] ?? {})
    expect(reply.status, reply.text).toBe(403)
    expect(reply.json).toEqual({ detail: 'Tu rol no permite esta acción.' })
  })
  const allowed = endpointNames.filter((name) => isCallAllowed(role, name))
  await tryEveryCall(allowed, async (name) => {
    const caller = await chooseCaller(world, name, role)
    expectAnswer(
      name,
      await sendRawCall(app.app, caller.token, name, await callSamples[name].valid(world, caller, role)),
    )
  })
}

test('public API calls: answer without a session', { timeout: everyCallTestTimeoutMs }, () =>
  tryEveryCall(
    endpointNames.filter((name) => !closed.includes(name)),
    async (name) => {
      const input = await callSamples[name].valid(world, world.gym.admin, 'gym_super_admin')
      expectAnswer(name, await sendRawCall(app.app, null, name, input))
    },
  ),
)

test('API calls: answer with or without a slash at the end of the URL', { timeout: everyCallTestTimeoutMs }, () =>
  tryEveryCall(closed, async (name) => {
    const input = inputs[name] ?? {}
    const [path = '', query] = makeCallUrl(name, input).split('?')
    const url = `${path.endsWith('/') ? path.slice(0, -1) : `${path}/`}${query ? `?${query}` : ''}`
    const { status } = await sendRawCall(app.app, null, name, input, url)
    expect(status).toBe(401)
  }),
)

test('API calls: HEAD answers like GET, without the body', { tags: ['deep'], timeout: everyCallTestTimeoutMs }, () => {
  const reading = endpointNames.filter((name) => endpoints[name].method === 'GET')
  return tryEveryCall(reading, async (name) => {
    const { may: allowed }: Endpoint = endpoints[name]
    const role = allowed === publicAccess ? 'gym_super_admin' : (allowed[0] ?? 'master')
    const caller = await chooseCaller(world, name, role)
    const input = await callSamples[name].valid(world, caller, role)
    const headers = { ...(caller.token && { authorization: `Bearer ${caller.token}` }), ...input.headers }
    const { status, headers: read } = await sendRawCall(app.app, caller.token, name, input)
    const url = makeCallUrl(name, input)
    const head = await app.app.inject({ method: 'HEAD', url, headers })
    expect([head.statusCode, head.body]).toEqual([status, ''])
    for (const field of ['content-type', 'etag', 'cache-control']) expect(head.headers[field], field).toBe(read[field])
    if (allowed !== publicAccess) expect((await app.app.inject({ method: 'HEAD', url })).statusCode).toBe(401)
  })
})

test("API calls: each call with an id in its path has a sample with another gym's row", () => {
  const silent = endpointNames.filter((name) => /\{id/.test(endpoints[name].path) && !callSamples[name].onRowsOfGym)
  expect(silent.filter((name) => endpoints[name].may.toString() !== 'master')).toEqual([])
})

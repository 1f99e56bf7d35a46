// Every call of the table without a session, and with each kind of token that is none.
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { anyone } from '@torniquete/contract/shared/roles.ts'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logInAs } from '../../testing/api.ts'
import { Digest } from '../../testing/digest.ts'
import { everyCallChangesNothing, everyCallTimeout } from '../../testing/every-call.ts'
import { password } from '../../testing/factories.ts'
import { type RawInput, rawCall } from '../../testing/raw-call.ts'
import { samples } from '../../testing/sample-inputs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { idOf, makeWorld, type World } from '../../testing/world.ts'

const secret = 'un secreto de prueba bastante largo'
const hour = 3_600_000

const closed = endpointNames.filter((name) => endpoints[name].may !== anyone)

let app: TestApp
let world: World
let digest: Digest
let bad: Record<string, string>
const inputs: Partial<Record<EndpointName, RawInput>> = {}
beforeAll(async () => {
  app = await startTestApp({ SESSION_SECRET: secret })
  world = await makeWorld(app)
  digest = await Digest.of(app)
  const { admin, gym } = world.gym
  const subject = JSON.stringify({ id_user: idOf(admin), id_gym: gym.id, username: gym.username })
  const signed = (text: string, key: string, algorithm = 'HS256') =>
    new SignJWT()
      .setProtectedHeader({ alg: algorithm })
      .setSubject(text)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(key))
  const [, claims, signature] = String(admin.token).split('.')
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
  bad = {
    broken: 'abc',
    'with a changed signature': `${admin.token?.slice(0, -4)}AAAA`,
    unsigned: `${unsigned}.${claims}.`,
    'with another algorithm in its header': `${unsigned}.${claims}.${signature}`,
    'signed with another secret': await signed(subject, 'otro secreto de prueba bastante largo'),
    'signed with another algorithm': await signed(subject, secret.repeat(2), 'HS512'),
    'of a user that does not exist': await signed(subject.replace(/"id_user":\d+/, '"id_user":99999'), secret),
    'whose user is of another gym': await signed(
      JSON.stringify({ id_user: idOf(admin), id_gym: world.theirs.gym, username: 'x' }),
      secret,
    ),
    'whose subject is no JSON': await signed('ana', secret),
  }
  // The proof that what is refused below is refused for its one fault.
  const good = await signed(subject, secret)
  expect((await rawCall(app.app, good, 'users.list', {})).status).toBe(200)
  for (const name of closed)
    inputs[name] =
      samples[name].rowsOf?.(world.mine) ?? (await samples[name].valid(world, world.gym.admin, 'gym_super_admin'))
}, everyCallTimeout)
afterAll(async () => {
  await digest.close()
  await app.close()
})

test(
  'without a token, or with a bad one, every call is refused and changes nothing',
  {
    timeout: everyCallTimeout,
  },
  () =>
    everyCallChangesNothing(digest, closed, async (name) => {
      const input = inputs[name] ?? {}
      const reply = await rawCall(app.app, null, name, input)
      expect([reply.status, reply.json]).toEqual([401, { detail: 'Inicia sesión para continuar.' }])
      for (const [kind, token] of Object.entries(bad)) {
        const refused = await rawCall(app.app, token, name, input)
        expect([refused.status, refused.json], kind).toEqual([401, { detail: 'Token inválido' }])
      }
    }),
)

test('session.login: a token ends after SESSION_HOURS, 12 where nothing is said', async () => {
  app.clock.set('2026-11-21T10:00:00Z')
  try {
    const caller = await logInAs(app.app, world.gym.gym.username, password)
    app.clock.advance(12 * hour - 1000)
    expect((await caller.try('users.list')).status).toBe(200)
    app.clock.advance(1000)
    for (const name of closed) {
      const reply = await rawCall(app.app, caller.token, name, samples[name].rowsOf?.(world.mine) ?? {})
      expect([reply.status, reply.json], name).toEqual([401, { detail: 'Token inválido' }])
    }
  } finally {
    app.clock.reset()
  }
})

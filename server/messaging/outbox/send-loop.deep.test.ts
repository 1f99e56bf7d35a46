// A gym's own channel has its own pace: where nobody answers there, no other gym's messages wait.
import { dayInZone } from '@torniquete/contract/shared/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { Caller } from '../../testing/api.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeGym, type TestGym } from '../../testing/factories.ts'
import { manyEndingOn, zoneByDay } from '../../testing/message-world.ts'
import { FakeMessenger } from '../../testing/post.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Channels } from '../messengers/messengers.ts'

const people = 30
const zone = zoneByDay()
let app: TestApp
let slow: TestGym
let other: TestGym
let own: FakeMessenger
let shared: FakeMessenger
beforeAll(async () => {
  app = await startTestApp()
  ;[slow, other] = [await makeGym(app, { timeZone: zone }), await makeGym(app, { timeZone: zone })]
  own = new FakeMessenger('email', app.clock.now, `email:${slow.gym.id}`)
  shared = new FakeMessenger('email', app.clock.now)
})
afterAll(() => app.close())

const channels: Channels = {
  of: async (gym) => ({ whatsapp: null, email: gym === slow.gym.id ? own : shared }),
  fresh: () => Promise.reject(new Error('nobody tries one here')),
  readWebhookSecrets: async () => null,
  close: () => {},
}
const begin = (gym: TestGym) =>
  gym.admin.call('notification-config.update', { body: { message_day_expiration: 'Hoy vence', isActive: true } })
const inState = async (gym: TestGym, state: string) => (await gym.admin.call('outbox.list', { query: { state } })).total

test('send loop: a hanging channel of one gym delays no other, and its messages go out later', {
  timeout: 90_000,
}, async () => {
  for (const gym of [slow, other]) await manyEndingOn({ app, gym }, dayInZone(zone, new Date()), people)
  own.answer = (_, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ kind: 'retry', reason: 'Se interrumpió' }))
    })
  const first = await startSecondServer(app, { lookEvery: 100, messengers: channels })
  await begin(slow)
  await expect.poll(() => own.sent.length).toBe(1)
  await begin(other)
  await expect.poll(() => inState(other, 'sent'), { timeout: 40_000 }).toBe(people)
  expect(own.sent).toHaveLength(1)
  // A stop leaves the one in doubt, and the others to whoever goes on.
  await first.close()
  expect(await inState(slow, 'pending')).toBe(people)
  own.answer = ({ key }) => ({ kind: 'sent', providerId: `p-${key}` })
  const second = await startSecondServer(app, { lookEvery: 100, messengers: channels })
  await expect.poll(() => inState(slow, 'sent'), { timeout: 40_000 }).toBe(people - 1)
  expect(new Set(own.sent.map(({ key }) => key)).size).toBe(people)
  expect(own.sent).toHaveLength(people)
  await second.close()
})

test('a rest of a gym’s own channel is its alone', { timeout: 60_000 }, async () => {
  own.sent.length = 0
  own.answer = () => ({ kind: 'retry', reason: 'La contraseña', after: 3_600_000, pause: true, mendable: true })
  const server = await startSecondServer(app, { lookEvery: 100, messengers: channels })
  await asOwner(app, (owner) =>
    owner.query(
      `update outbox set state = 'pending', handed_at = null, sent_at = null, next_attempt_at = now() - interval '1 hour'`,
    ),
  )
  await begin(slow)
  const restsOf = async (turns: string) => {
    const { rows } = await app.database.platform.query(
      "select from channel_turns where channel = $1 and next_at > now() + interval '50 minutes'",
      [turns],
    )
    return rows.length > 0
  }
  await expect.poll(() => restsOf(own.turns), { timeout: 20_000 }).toBe(true)
  expect(await restsOf('email')).toBe(false)
  const { items } = await new Caller(server.app, slow.admin.token).call('outbox.list', {
    query: { state: 'pending', size_page: 1000 },
  })
  const soon = new Date(Date.now() + 50 * 60_000).toISOString()
  expect(items.filter(({ next_attempt_at }) => (next_attempt_at ?? '') < soon)).toEqual([])
  expect(own.sent).toHaveLength(1)
  await server.close()
})

test('a request for support that hangs at one gym’s mail server holds up no other gym’s', {
  timeout: 60_000,
}, async () => {
  const third = await makeGym(app)
  await app.database.platform.query('delete from channel_turns')
  const ways = new Map([
    [slow.gym.id, own],
    [third.gym.id, new FakeMessenger('email', app.clock.now, `email:${third.gym.id}`)],
  ])
  const each: Channels = { ...channels, of: async (gym) => ({ whatsapp: null, email: ways.get(gym) ?? null }) }
  own.sent.length = 0
  own.answer = (_, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ kind: 'retry', reason: 'Se interrumpió' }))
    })
  const config = readConfig({ DATA_DIR: app.dataDir, LOG_LEVEL: 'silent', SUPPORT_EMAIL: 'soporte@example.com' })
  const server = await startSecondServer(app, { lookEvery: 100, messengers: each, config })
  const ask = ({ admin }: TestGym) =>
    admin.call('support.create', {
      body: { from_name: 'Ana', email: 'ana@example.com', message: 'Ayuda', gym: 'x', userRol: 'x' },
    })
  await ask(slow)
  const hanging = () => own.sent.filter(({ key }) => key.startsWith('soporte-')).length
  await expect.poll(hanging).toBe(1)
  const { id } = await ask(third)
  await expect
    .poll(async () => (await third.admin.call('support.read', { params: { id } })).state, { timeout: 20_000 })
    .toBe('sent')
  expect(hanging()).toBe(1)
  await server.close()
})

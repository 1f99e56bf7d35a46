// A gym's own channel has its own pace: where nobody answers there, no other gym's messages wait.
import { dayInZone } from '@torniquete/contract/shared/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

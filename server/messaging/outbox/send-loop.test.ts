import { expect, test } from 'vitest'
import { FakeMessenger } from '../../testing/fake-channels.ts'
import { insertClientsWithLastDay, ReminderGym, testDay, testMorning } from '../../testing/reminder-gym.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { MessageSender } from './message-sender.ts'
import { orderGymsRoundRobin, SendLoop, type SendQueue } from './send-loop.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

test('orderGymsRoundRobin: a gym with few messages is served as soon as one with many', () => {
  const due = [
    { gym: 1, queue: 'send-email' as const, count: 4 },
    { gym: 2, queue: 'send-email' as const, count: 2 },
    { gym: 3, queue: 'send-email' as const, count: 1 },
  ]
  expect(orderGymsRoundRobin(due)).toEqual([1, 2, 3, 1, 2, 1, 1])
})

test('send loop: a gym whose messages cannot be claimed delays no other gym', async () => {
  const [broken, other] = [await ReminderGym.make(app), await ReminderGym.make(app)]
  await insertClientsWithLastDay(broken, testDay, 50)
  await other.member(testDay)
  app.clock.set(testMorning)
  for (const world of [broken, other]) await world.postman.plan(world.gym.gym.id)
  const messenger = new FakeMessenger('whatsapp', app.clock.now)
  const sender = new MessageSender(other.postman.services)
  let isBroken = true
  let failures = 0
  const whatsapp: SendQueue = {
    messengerFor: async () => messenger,
    send: async (_, ...message) => {
      if (!isBroken || message[0] !== broken.gym.gym.id) return sender.deliver(messenger, ...message)
      failures += 1
      throw new Error('the claim failed')
    },
  }
  const none: SendQueue = { messengerFor: async () => null, send: async () => 0 }
  const services = { database: app.database, log: app.app.log, clock: app.clock.now }
  const loop = new SendLoop(
    services,
    { 'send-whatsapp': whatsapp, 'send-email': none, 'send-support': none, 'send-fiscal': none },
    20,
  )
  await expect.poll(other.states).toEqual([['sent', null]])
  await expect.poll(() => failures).toBeGreaterThan(2)
  expect((await app.app.inject('/metrics')).body).toContain('torniquete_jobs{queue="send-whatsapp",state="failed"} 1')
  isBroken = false
  await expect.poll(async () => (await broken.messages({ state: 'sent' })).length, { timeout: 30_000 }).toBe(50)
  await loop.stop()
  expect(new Set(messenger.sent.map(({ key }) => key)).size).toBe(51)
  expect(messenger.sent).toHaveLength(51)
})

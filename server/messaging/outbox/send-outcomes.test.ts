// Outcomes of a message for every response of its channel, and for no response.
import { beforeEach, expect, test } from 'vitest'
import { TestMessageSender } from '../../testing/fake-channels.ts'
import { ReminderGym, testDay, testMorning } from '../../testing/reminder-gym.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import type { SendOutcome } from '../messengers/messenger.ts'

let world: ReminderGym
let gym: ReminderGym['gym']
let whatsapp: ReminderGym['whatsapp']
let email: ReminderGym['email']
let member: ReminderGym['member']
let messages: ReminderGym['messages']
let round: ReminderGym['round']
let states: ReminderGym['states']
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
beforeEach(async () => {
  world = await ReminderGym.make(app)
  ;({ gym, whatsapp, email, member, messages, round, states } = world)
})

test('outbox: retries temporary errors after 1, 5, 15, 60 minutes with the same text', async () => {
  await member(testDay)
  whatsapp.answer = () => ({ kind: 'retry', reason: 'No responde' })
  await round(testMorning)
  await gym.admin.call('notification-config.update', { body: { message_day_expiration: 'Otro texto' } })
  const waits: number[] = []
  for (let attempt = 1; attempt <= 5; attempt++) {
    const [message] = await messages()
    expect(message).toMatchObject({ state: 'pending', reason: 'No responde', attempts: attempt })
    const next = Date.parse(message?.next_attempt_at ?? '')
    waits.push((next - app.clock.now().getTime()) / 60_000)
    await round(new Date(next - 6000).toISOString())
    expect(whatsapp.sent).toHaveLength(attempt)
    await round(new Date(next).toISOString())
  }
  for (const [at, least] of [1, 5, 15, 60, 60].entries()) {
    expect(waits[at]).toBeGreaterThanOrEqual(least)
    expect(waits[at]).toBeLessThanOrEqual(least * 1.2)
  }
  expect(new Set(whatsapp.sent.map(({ key, text }) => `${key} ${text}`)).size).toBe(1)
  whatsapp.answer = () => ({ kind: 'failed', reason: 'El número no tiene WhatsApp' })
  await round(`${testDay}T20:00:00Z`)
  expect(await messages()).toMatchObject([
    { state: 'failed', reason: 'El número no tiene WhatsApp', next_attempt_at: null },
  ])
  const tries = whatsapp.sent.length
  await round(`${testDay}T22:00:00Z`)
  expect(whatsapp.sent).toHaveLength(tries)
  expect(await gym.admin.call('outbox.status')).toMatchObject({
    failed: 1,
    last_failure: { at: `${testDay}T20:00:00.000Z`, reason: 'El número no tiene WhatsApp' },
  })
})

test('outbox: sends nothing through a channel while the pause that it requested lasts', async () => {
  for (let at = 0; at < 3; at++) await member(testDay, { email: 'ana@example.com' })
  email.answer = () => ({ kind: 'retry', reason: 'Demasiados mensajes', after: 600_000, pause: true })
  await round(testMorning)
  expect(email.sent).toHaveLength(1)
  expect((await messages()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1])
  email.answer = () => ({ kind: 'sent', providerId: null })
  await round(`${testDay}T14:15:00Z`)
  expect((await states()).map(([state]) => state)).toEqual(['sent', 'sent', 'sent'])
})

const never = (): Promise<SendOutcome> => new Promise(() => {})

test.each([
  ['email', { email: 'ana@example.com' }, 2],
  ['whatsapp', { phone_number: '809-555-0101' }, 10],
] as const)('%s: a message whose outcome is unknown is tried only once more', async (channel, fields, minutes) => {
  await member(testDay, fields)
  const messenger = { whatsapp, email }[channel]
  messenger.answer = never
  app.clock.set(testMorning)
  await world.postman.plan(gym.gym.id)
  const after = (count: number) => new Date(Date.parse(testMorning) + count * 60_000).toISOString()
  for (let crash = 0; crash < 2; crash++) {
    void world.postman.send()
    await expect.poll(() => messenger.sent.length).toBe(crash + 1)
    // The server stops while it sends the message, and another server finds the message.
    world.postman = new TestMessageSender(app, { whatsapp, email })
    const again = minutes * (crash + 1) + crash * 15
    await round(after(again - 1 + crash))
    expect(messenger.sent).toHaveLength(crash + 1)
    app.clock.set(after(again + 15))
    await world.postman.plan(gym.gym.id)
  }
  await world.postman.send()
  expect(messenger.sent).toHaveLength(2)
  expect(messenger.sent[0]?.key).toBe(messenger.sent[1]?.key)
  expect(await states()).toEqual([['failed', 'El envío se interrumpió: no se sabe si llegó']])
})

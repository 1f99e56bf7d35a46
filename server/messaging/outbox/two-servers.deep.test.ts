// Two servers at work on one database, by the real clock: nobody is told twice.
import { dayInZone } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { Caller } from '../../testing/api.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeGym } from '../../testing/factories.ts'
import { manyEndingOn, zoneByDay } from '../../testing/message-world.ts'
import { type FakeMessenger, fakeChannels } from '../../testing/post.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestApp } from '../../testing/test-app.ts'

const people = 60

test('two servers: each message goes out once, and metrics of both count it', async () => {
  const app = await startTestApp()
  const zone = zoneByDay()
  const gym = await makeGym(app, { timeZone: zone })
  await manyEndingOn({ app, gym }, dayInZone(zone, new Date()), people)
  const channels = fakeChannels(app)
  const servers = await Promise.all(
    [1, 2].map(() => startSecondServer(app, { lookEvery: 100, messengers: channels, clock: app.clock.now })),
  )
  await gym.admin.call('notification-config.update', {
    body: { message_day_expiration: 'Hoy vence', isActive: true },
  })
  const sent = () => [...channels.whatsapp.sent, ...channels.email.sent]
  await expect.poll(() => sent().length).toBe(people)
  await expect.poll(async () => (await gym.admin.call('outbox.list', { query: { state: 'sent' } })).total).toBe(people)
  const metrics = await Promise.all(servers.map(({ app: each }) => each.inject('/metrics')))
  const counted = metrics.flatMap(({ body }) => [
    ...body.matchAll(/^torniquete_messages_total\{.*state="sent"\} (\d+)$/gm),
  ])
  expect(counted.reduce((all, [, count]) => all + Number(count), 0)).toBe(people)
  expect(metrics[0]?.body).toContain('torniquete_jobs{queue="send-whatsapp",state="waiting"} 0')
  expect(metrics[0]?.body).toContain('torniquete_jobs{queue="plan-messages",state="failed"} 0')
  await Promise.all(servers.map((server) => server.close()))
  expect(new Set(sent().map(({ key }) => key)).size).toBe(people)
  expect(sent()).toHaveLength(people)
  await app.close()
})

test('two servers: a refusal by settings pauses both, and a restarted server tries again', async () => {
  const app = await startTestApp()
  const zone = zoneByDay()
  const gym = await makeGym(app, { timeZone: zone })
  await manyEndingOn({ app, gym }, dayInZone(zone, new Date()), people)
  const [warned, other, late] = [1, 2, 3].map(() => fakeChannels(app).whatsapp) as [
    FakeMessenger,
    FakeMessenger,
    FakeMessenger,
  ] // as many
  const start = (whatsapp: FakeMessenger) =>
    startSecondServer(app, { lookEvery: 100, messengers: { whatsapp, email: null }, clock: app.clock.now })
  const rests = async () => {
    const { rows } = await app.database.platform.query(
      "select from channel_turns where channel = 'whatsapp' and next_at > now() + interval '50 minutes'",
    )
    return rows.length > 0
  }
  warned.answer = () => ({ kind: 'retry', reason: 'El token venció', after: 3_600_000, pause: true, mendable: true })
  // The message in hand goes out after the other one is announced.
  other.answer = async ({ key }) => {
    await expect.poll(rests).toBe(true)
    return { kind: 'sent', providerId: `p-${key}` }
  }
  const servers = [await start(warned), await start(other)]
  await gym.admin.call('notification-config.update', { body: { message_day_expiration: 'Hoy', isActive: true } })
  // One batch of five was refused, the others were not even tried.
  const later = () =>
    asOwner(app, async (owner) => {
      const { rows } = await owner.query(
        "select attempts from outbox where next_attempt_at > now() + interval '50 minutes' and handed_at is null order by attempts",
      )
      return rows.map(({ attempts }) => attempts)
    })
  await expect.poll(later).toEqual([1, 1, 1, 1, 1])
  const { items } = await new Caller(servers[0]?.app ?? app.app, gym.admin.token).call('outbox.list', {
    query: { state: 'pending', size_page: 1000 },
  })
  const soon = new Date(Date.now() + 50 * 60_000).toISOString()
  expect(items.filter(({ next_attempt_at }) => (next_attempt_at ?? '') < soon)).toEqual([])
  expect([warned.sent.length, other.sent.length % 5, other.sent.length <= 5]).toEqual([5, 0, true])
  servers.push(await start(late))
  await expect.poll(() => late.sent.length).toBeGreaterThan(0)
  await Promise.all(servers.map((server) => server.close()))
  await app.close()
})

// Two servers on one database, with the real clock: no message is sent twice.
import { toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { makeGym } from '../../testing/factories.ts'
import { makeFakeMessengers } from '../../testing/fake-channels.ts'
import { findDaytimeZone, insertClientsWithLastDay } from '../../testing/reminder-gym.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestApp } from '../../testing/test-app.ts'

const people = 60

test('two servers: each message is sent once, and the metrics of both add up to all messages', async () => {
  const app = await startTestApp()
  const zone = findDaytimeZone()
  const gym = await makeGym(app, { timeZone: zone })
  await insertClientsWithLastDay({ app, gym }, toLocalDay(zone, new Date()), people)
  const channels = makeFakeMessengers(app)
  const servers = await Promise.all(
    [1, 2].map(() => startSecondServer(app, { pollIntervalMs: 100, messengers: channels, clock: app.clock.now })),
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

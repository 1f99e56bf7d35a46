import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { pauseChannel, reserveSendSlots, resumeChannel } from './channel-rate-limit.ts'

let servers: TestApp[]
// beforeAll() starts both servers before any test runs.
const server = (at: number) => (servers[at] as TestApp).database
beforeAll(async () => {
  const first = await startTestApp()
  servers = [await startSecondServer(first), first]
})
afterAll(async () => {
  for (const server of servers) await server.close()
})

const anHour = 3_600_000

test('channel rate: all servers share one limit, and idle time does not allow more messages', async () => {
  // At this rate each message waits 20 seconds longer than the previous one.
  const slow = { turns: 'email', perSecond: 0.05 } as const
  const waits = await Promise.all([0, 1, 0, 1].map((at) => reserveSendSlots(server(at), slow, 1, anHour)))
  const late = waits.sort((a, b) => a - b).map((wait, at) => 20_000 * at - wait)
  for (const each of late) expect(each).toSatisfy((ms: number) => ms >= 0 && ms < 10_000)
  expect(await reserveSendSlots(server(0), slow, 1, anHour)).toBeGreaterThan(70_000)
  await server(0).platform.query("update channel_turns set next_at = now() - interval '1 hour'")
  expect([
    await reserveSendSlots(server(0), slow, 2),
    Math.ceil((await reserveSendSlots(server(1), slow, 1, anHour)) / 10_000),
  ]).toEqual([0, 4])
  expect(await reserveSendSlots(server(0), { turns: 'whatsapp', perSecond: 20 }, 5)).toBe(0)
})

test('channel pause: the longest one counts, and a starting server ends it', async () => {
  const { platform } = server(0)
  const minutes = async () =>
    (
      await platform.query(
        "select round(extract(epoch from next_at - now()) / 60)::int as left from channel_turns where channel = 'whatsapp'",
      )
    ).rows[0].left
  for (const ms of [900_000, 1_800_000, 600_000]) await pauseChannel(server(0), 'whatsapp', ms)
  expect(await minutes()).toBe(30)
  await resumeChannel(server(1), 'whatsapp')
  expect(await minutes()).toBe(0)
})

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

test('channel pause: a starting server ends a pause caused by a setting, not by the provider', async () => {
  const { platform } = server(0)
  const rests = async () =>
    (await platform.query("select from channel_turns where channel = 'whatsapp' and next_at > now() + interval '30 s'"))
      .rows.length > 0
  const afterStart = async (...reasons: boolean[]) => {
    await platform.query('delete from channel_turns')
    for (const [at, mendable] of reasons.entries())
      await pauseChannel(server(0), 'whatsapp', { for: (1 + at) * 900_000, mendable })
    await resumeChannel(server(1), 'whatsapp')
    return rests()
  }
  expect(await afterStart(true)).toBe(false)
  expect(await afterStart(false)).toBe(true)
  // The provider's pause remains, whichever pause was stored first.
  expect(await afterStart(false, true)).toBe(true)
  expect(await afterStart(true, false)).toBe(true)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSecondServer } from '../testing/second-server.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { reserveSending } from './channel-turns.ts'

let servers: TestApp[]
// Both are there.
const server = (at: number) => (servers[at] as TestApp).database
beforeAll(async () => {
  const first = await startTestApp()
  servers = [await startSecondServer(first), first]
})
afterAll(async () => {
  for (const server of servers) await server.close()
})

test('what a channel takes in a second it takes of all servers, and one that rested is owed nothing', async () => {
  // Twenty seconds for each, of which the test itself takes a few at most.
  const slow = { channel: 'email', perSecond: 0.05 } as const
  const waits = await Promise.all([0, 1, 0, 1].map((at) => reserveSending(server(at), slow, 1)))
  const late = waits.sort((a, b) => a - b).map((wait, at) => 20_000 * at - wait)
  for (const each of late) expect(each).toSatisfy((ms: number) => ms >= 0 && ms < 10_000)
  expect(await reserveSending(server(0), slow, 1)).toBeGreaterThan(70_000)
  await server(0).platform.query("update channel_turns set next_at = now() - interval '1 hour'")
  expect([
    await reserveSending(server(0), slow, 2),
    Math.ceil((await reserveSending(server(1), slow, 1)) / 10_000),
  ]).toEqual([0, 4])
  expect(await reserveSending(server(0), { channel: 'whatsapp', perSecond: 20 }, 5)).toBe(0)
})

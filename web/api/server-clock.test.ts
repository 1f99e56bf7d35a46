import { expect, test, vi } from 'vitest'
import { now, recordServerTime } from './server-clock.ts'

const day = 86_400_000

test('server clock: follows the server if it differs from the PC’s clock by over two seconds', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 8, 5, 12) })
  const tell = (away: number) => recordServerTime(new Date(Date.now() + away).toUTCString())
  for (const [away, expected] of [
    [1000, 0],
    [-2000, 0],
    [day, day],
    [day + 2000, day],
    [-3 * day, -3 * day],
    [-1000, 0],
  ] as const) {
    tell(away)
    expect(now().getTime() - Date.now(), `told ${away}`).toBe(expected)
  }
  recordServerTime(null)
  recordServerTime('ayer')
  expect(now().getTime()).toBe(Date.now())
})

import { expect, test } from 'vitest'
import { computeBackOffMs, readReminderRules } from './message-schedule.ts'

test('readReminderRules: only one reminder is sent on the last valid day', () => {
  const config = {
    isActive: true,
    message_before_expiration: 'a',
    message_day_expiration: 'b',
    days_before_expiration: [3, 0],
  }
  expect(readReminderRules(config)).toEqual([
    { kind: 'before_expiration', before: 3 },
    { kind: 'day_expiration', before: 0 },
  ])
  expect(readReminderRules({ ...config, message_day_expiration: null }).map(({ before }) => before)).toEqual([3, 0])
  expect(readReminderRules({ ...config, message_before_expiration: null }).map(({ before }) => before)).toEqual([0])
  expect(readReminderRules({ ...config, isActive: false })).toEqual([])
})

test("computeBackOffMs: delays grow, respect the channel's minimum, and vary at random", () => {
  expect([1, 2, 3, 4, 9].map((attempts) => computeBackOffMs(attempts, 0, () => 0) / 60_000)).toEqual([1, 5, 15, 60, 60])
  expect(computeBackOffMs(1, 600_000, () => 0)).toBe(600_000)
  expect(computeBackOffMs(1, 0, () => 0.999)).toBeLessThanOrEqual(72_000)
})

import { addDays, toLocalDay, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeBackOffMs,
  findNextSendTime,
  getReminderWindow,
  listDueReports,
  listOpenReminderDays,
  readReminderRules,
} from './message-schedule.ts'

const zones = [
  'America/Santo_Domingo',
  'America/New_York',
  'Pacific/Apia',
  'Asia/Kolkata',
  'Africa/Cairo',
  'America/Asuncion',
]
const zone = fc.constantFrom(...zones)
const instant = fc.date({ min: new Date('2010-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
const hourOf = (where: string, at: Date) => Number(toLocalTime(where, at).slice(11, 13))
const hours = 3_600_000

test('findNextSendTime: returns the first instant from a time on that is between 9:00 and 20:00', () => {
  fc.assert(
    fc.property(zone, instant, (where, at) => {
      const opening = findNextSendTime(where, at)
      expect(opening.getTime()).toBeGreaterThanOrEqual(at.getTime())
      expect(opening.getTime() - at.getTime()).toBeLessThan(40 * hours)
      expect(hourOf(where, opening)).toBeGreaterThanOrEqual(9)
      expect(hourOf(where, opening)).toBeLessThan(20)
      for (let step = at.getTime(); step < opening.getTime(); step += hours / 2) {
        const hour = hourOf(where, new Date(step))
        expect(hour < 9 || hour >= 20).toBe(true)
      }
    }),
  )
})

test('listOpenReminderDays: messages of a day may be sent until 20:00 of the next day', () => {
  fc.assert(
    fc.property(zone, instant, (where, at) => {
      const today = toLocalDay(where, at)
      for (const day of [-2, -1, 0, 1].map((count) => addDays(today, count))) {
        const open = listOpenReminderDays(where, at).includes(day)
        expect(open).toBe(day <= today && at < getReminderWindow(where, day).until)
      }
    }),
    // At this instant, just after a day that the zone skipped, the previous day is still open.
    { examples: [['Pacific/Apia', new Date('2011-12-30T10:00:00Z')]] },
  )
})

test('listDueReports: a report is due from its hour on for 24 hours, even when clocks change', () => {
  fc.assert(
    fc.property(zone, instant, fc.nat(23), (where, at, hour) => {
      const due = listDueReports(where, hour, at)
      // On a day of 25 hours one hour belongs to no report; on a day of 23 hours one hour belongs to two.
      expect(due.length).toBeLessThanOrEqual(2)
      for (const { day, until } of due) {
        expect(until.getTime() - at.getTime()).toBeLessThanOrEqual(24 * hours)
        const sentOn = toLocalDay(where, new Date(until.getTime() - 24 * hours))
        if (where !== 'Pacific/Apia') expect(day).toBe(hour >= 12 ? sentOn : addDays(sentOn, -1))
      }
    }),
  )
})

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

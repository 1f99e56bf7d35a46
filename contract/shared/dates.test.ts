import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addYears,
  formatDate,
  getDayStart,
  getLastMembershipDay,
  getZoneOffsetMinutes,
  isCalendarDay,
  isTimeZone,
  parseInstant,
  toLocalDay,
  toLocalTime,
} from './dates.ts'

const zones = [
  'America/Santo_Domingo',
  'Pacific/Kiritimati',
  'Asia/Kolkata',
  'America/New_York',
  'America/Havana',
  'Asia/Beirut',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'UTC',
]
const zone = fc.oneof(fc.constantFrom(...zones), fc.constantFrom(...Intl.supportedValuesOf('timeZone')))
const day = fc.integer({ min: 0, max: 365 * 250 }).map((count) => addDays('1900-01-01', count))

test.each([
  ['America/Santo_Domingo', '2026-06-15', '2026-06-15T04:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-06-15', '2026-06-14T10:00:00.000Z'],
  ['Asia/Kolkata', '2026-06-15', '2026-06-14T18:30:00.000Z'],
  // In New York the days on which the clocks change are tested, and the days after.
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  // In Havana the clocks skip midnight on this day, so the day begins at one o'clock.
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  // In Havana midnight occurs twice on this day; the first one begins the day.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('getDayStart: in %s the day %s begins at %s', (name, date, instant) => {
  expect(getDayStart(name, date).toISOString()).toBe(instant)
})

test('getDayStart: returns the first millisecond of the day in every zone', () => {
  fc.assert(
    fc.property(zone, day, (name, date) => {
      const start = getDayStart(name, date)
      const begun = toLocalDay(name, start)
      // Only if the zone skipped the whole day, the result lies in the next day.
      if (begun !== date) expect(begun).toBe(addDays(date, 1))
      else expect(toLocalTime(name, start) >= `${date} 00:00:00`).toBe(true)
      expect(toLocalDay(name, new Date(start.getTime() - 1)) < date).toBe(true)
    }),
    { numRuns: 1500 },
  )
})

test('getDayStart: for a day that the zone skipped, returns the start of the next day', () => {
  for (const [name, date] of [
    ['Pacific/Apia', '2011-12-30'],
    ['Pacific/Kiritimati', '1994-12-31'],
  ] as const)
    expect(getDayStart(name, date)).toEqual(getDayStart(name, addDays(date, 1)))
})

test.each([
  ['2026-11-22', -1, '2025-11-22'],
  ['2028-02-29', -1, '2027-02-28'],
  ['2028-02-29', -4, '2024-02-29'],
  ['2027-02-28', -3, '2024-02-28'],
  ['2026-01-01', 10, '2036-01-01'],
])('addYears: %s plus %i years is %s', (date, years, other) => expect(addYears(date, years)).toBe(other))

test.each([
  ['2026-06-15T03:59:59.999Z', 'America/Santo_Domingo', '2026-06-14'],
  ['2026-06-15T04:00:00.000Z', 'America/Santo_Domingo', '2026-06-15'],
  ['2026-06-15T10:00:00.000Z', 'Pacific/Kiritimati', '2026-06-16'],
  ['2026-06-15T18:29:59.999Z', 'Asia/Kolkata', '2026-06-15'],
  ['2026-12-31T23:59:59.999Z', 'UTC', '2026-12-31'],
])('toLocalDay: at %s in %s it is %s', (instant, name, date) => expect(toLocalDay(name, new Date(instant))).toBe(date))

test('getZoneOffset: returns minutes east of UTC, daylight saving time included', () => {
  const january = new Date('2026-01-15T12:00:00.500Z')
  const july = new Date('2026-07-15T12:00:00.500Z')
  expect(getZoneOffsetMinutes('America/New_York', january)).toBe(-300)
  expect(getZoneOffsetMinutes('America/New_York', july)).toBe(-240)
  expect(getZoneOffsetMinutes('Asia/Kolkata', july)).toBe(330)
  expect(getZoneOffsetMinutes('Pacific/Kiritimati', july)).toBe(840)
  expect(getZoneOffsetMinutes('UTC', new Date('1960-01-01T00:00:00.999Z'))).toBe(0)
})

test('parseInstant: reads a text without a zone as local time', () => {
  expect(parseInstant('Asia/Kolkata', '2026-06-15T10:00:00Z').toISOString()).toBe('2026-06-15T10:00:00.000Z')
  expect(parseInstant('Asia/Kolkata', '2026-06-15T10:00:00-04:00').toISOString()).toBe('2026-06-15T14:00:00.000Z')
  fc.assert(
    fc.property(zone, day, fc.integer({ min: 4, max: 23 }), (name, date, hour) => {
      const text = `${date} ${String(hour).padStart(2, '0')}:30:00`
      const read = toLocalTime(name, parseInstant(name, text))
      // A local time that the clocks skipped is read as a nearby one, at most a day away.
      if (read !== text)
        expect(Math.abs(Date.parse(`${read}Z`) - Date.parse(`${text}Z`))).toBeLessThanOrEqual(86_400_000)
    }),
  )
  expect(toLocalTime('America/New_York', parseInstant('America/New_York', '2026-03-08T12:00'))).toBe(
    '2026-03-08 12:00:00',
  )
})

test('isDay: accepts only days that exist in the calendar', () => {
  for (const good of ['2024-02-29', '1900-01-01', '2999-12-31']) expect(isCalendarDay(good), good).toBe(true)
  for (const bad of ['2026-02-29', '2026-00-10', '2026-1-1', '1899-12-31', '3000-01-01', '2026-01-01T00:00', ''])
    expect(isCalendarDay(bad), bad).toBe(false)
})

test('addDays: crosses months, years and leap days in both directions', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(getLastMembershipDay('2026-03-01')).toBe('2026-02-28')
  expect(formatDate('2026-11-21')).toBe('21/11/2026')
  fc.assert(
    fc.property(day, fc.integer({ min: -40_000, max: 40_000 }), (date, count) => {
      expect(addDays(addDays(date, count), -count)).toBe(date)
    }),
  )
})

test('isZone: accepts IANA names only', () => {
  for (const name of Intl.supportedValuesOf('timeZone')) expect(isTimeZone(name), name).toBe(true)
  for (const name of ['', 'Marte/Olympus', 'America/Santo Domingo', '+8:00']) expect(isTimeZone(name), name).toBe(false)
})

import { expect, test } from 'vitest'
import { findOpeningState, formatNextOpening, formatTodayHours } from './opening-hours.ts'
import type { TimeSpan, WeekHours } from './schedules.ts'

const span = (text: string): TimeSpan => ({ from: text.slice(0, 5), to: text.slice(6) })
const workdays = (...spans: string[]): WeekHours =>
  Array.from({ length: 7 }, (_, day) => (day === 0 || day === 6 ? [] : spans.map(span)))

/** Text of the client's card at a time on a day, by default Monday 15 June 2026. */
function said(weeks: (WeekHours | null)[], time: string, day = '2026-06-15'): string | null {
  const hours = findOpeningState(weeks, { day, time })
  if (!hours) return null
  if (hours.open) return formatTodayHours(hours.today)
  return hours.next ? formatNextOpening(hours.next, day) : 'nunca'
}

const mornings = workdays('06:00-12:00')

test.each([
  ['05:59', '2026-06-15', 'desde las 6:00'],
  ['06:00', '2026-06-15', 'hoy de 6:00 a 12:00'],
  ['12:00', '2026-06-15', 'hoy de 6:00 a 12:00'],
  ['12:01', '2026-06-15', 'desde mañana a las 6:00'],
  ['12:01', '2026-06-19', 'desde el lunes a las 6:00'],
  ['23:59', '2026-06-21', 'desde mañana a las 6:00'],
])('opening state of a mornings-only schedule at %s on %s: %s', (time, day, text) => {
  expect(said([mornings], time, day)).toBe(text)
})

test('findOpeningState: combines the hours of two plans and joins adjacent spans', () => {
  expect(said([mornings, workdays('18:00-22:00')], '07:00')).toBe('hoy de 6:00 a 12:00 y de 18:00 a 22:00')
  expect(said([mornings, workdays('18:00-22:00')], '13:00')).toBe('desde las 18:00')
  expect(said([mornings, workdays('12:01-14:00')], '13:00')).toBe('hoy de 6:00 a 14:00')
  expect(said([workdays('06:00-20:00'), workdays('08:00-09:00')], '19:00')).toBe('hoy de 6:00 a 20:00')
  expect(said([workdays('00:00-23:59')], '13:00')).toBe('hoy todo el día')
  expect(said([workdays('18:00-23:59')], '19:00')).toBe('hoy de 18:00 a 24:00')
})

test('findOpeningState: returns null without a plan, or if some plan has no limited hours', () => {
  expect(said([mornings, null], '23:00')).toBeNull()
  expect(said([], '23:00')).toBeNull()
})

test('findOpeningState: a schedule of one weekday opens again a week later', () => {
  const mondays: WeekHours = Array.from({ length: 7 }, (_, day) => (day === 1 ? [span('06:00-12:00')] : []))
  expect(said([mondays], '12:01')).toBe('desde el próximo lunes a las 6:00')
  expect(said([workdays('01:30-02:00')], '00:30')).toBe('desde la 1:30')
})

import { isTimeZone } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { filterByWords } from '../../../kit/use-filtered-rows.ts'
import { listTimeZoneIds, makeTimeZoneChoice, makeTimeZoneSearchText } from './TimeZoneSelect.tsx'

const winter = new Date('2026-01-15T12:00:00Z')
const summer = new Date('2026-07-15T12:00:00Z')
/** Time zones known to the server: all names of this JavaScript engine, UTC and two aliases of one zone. */
const known = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Calcutta', 'Asia/Kolkata'])]
const inWinter = listTimeZoneIds(known, 'America/Santo_Domingo').map((code) => makeTimeZoneChoice(code, winter))

test('time zones: every zone is listed once with its current offset', () => {
  expect(inWinter.length).toBeGreaterThan(400)
  expect(new Set(inWinter.map(({ id }) => id)).size).toBe(inWinter.length)
  expect(inWinter.every(({ id, name }) => isTimeZone(id) && /^\(UTC[+-]\d{2}:\d{2}\) /.test(name))).toBe(true)
  expect(inWinter).toContainEqual({ id: 'America/Santo_Domingo', name: '(UTC-04:00) América / Santo Domingo' })
  expect(inWinter).toContainEqual({ id: 'America/New_York', name: '(UTC-05:00) América / New York' })
  expect(makeTimeZoneChoice('America/New_York', summer).name).toBe('(UTC-04:00) América / New York')
  expect(inWinter).toContainEqual({ id: 'UTC', name: '(UTC+00:00) UTC' })
})

test.each(['Asia/Kolkata', 'Asia/Calcutta'])('time zones: the gym’s zone %s is listed under that name', (code) => {
  expect(listTimeZoneIds(known, code)).toContain(code)
  expect(makeTimeZoneChoice(code, winter).name).toContain('(UTC+05:30)')
})

test('time zones: only zones that both server and browser know are offered', () => {
  const accepted = [...known.filter((code) => code !== 'Europe/Madrid'), 'America/Nueva_Villa']
  const offered = listTimeZoneIds(accepted, 'Europe/Madrid')
  expect(offered).toContain('Europe/Lisbon')
  expect(offered).not.toContain('Europe/Madrid')
  expect(offered).not.toContain('America/Nueva_Villa')
})

test.each([
  ['santo domingo', 'America/Santo_Domingo'],
  ['Santo_Domingo', 'America/Santo_Domingo'],
  ['america SANTO', 'America/Santo_Domingo'],
  ['AMÉRICA -04:00 domingo', 'America/Santo_Domingo'],
  ['madrid', 'Europe/Madrid'],
  ['new york', 'America/New_York'],
  ['méxico', 'America/Mexico_City'],
])('time zones: searching “%s” finds %s', (text, code) => {
  expect(filterByWords(inWinter, text, makeTimeZoneSearchText).map(({ id }) => id)).toEqual([code])
})

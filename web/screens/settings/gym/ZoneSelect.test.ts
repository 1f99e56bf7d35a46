import { isZone } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { matching } from '../../../kit/use-matching.ts'
import { spanishCities } from './spanish-cities.ts'
import { makeZoneEntry, readOffset, searchText, zoneCodes } from './ZoneSelect.tsx'

const winter = new Date('2026-01-15T12:00:00Z')
const summer = new Date('2026-07-15T12:00:00Z')
/** A server that knows each zone by this engine's names and two aliases. */
const known = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Calcutta', 'Asia/Kolkata'])]
const zoneList = (current: string, at: Date) => zoneCodes(known, current).map((code) => makeZoneEntry(code, at))
const inWinter = zoneList('America/Santo_Domingo', winter)
const of = (code: string, list = inWinter) => list.find(({ tzCode }) => tzCode === code)

test.each([
  ['+8:00', '+08:00'],
  ['+08:00', '+08:00'],
  ['GMT-04:00', '-04:00'],
  ['GMT-4', '-04:00'],
  ['UTC+5:45', '+05:45'],
  ['+0530', '+05:30'],
  ['-11', '-11:00'],
  ['GMT', '+00:00'],
])('time zones: the offset %s is %s', (text, read) => expect(readOffset(text)).toBe(read))

test('time zones: every zone is listed once with its current offset', () => {
  const all = inWinter
  expect(all.length).toBeGreaterThan(400)
  expect(new Set(all.map(({ tzCode }) => tzCode)).size).toBe(all.length)
  expect(all.every(({ tzCode, utc }) => isZone(tzCode) && /^[+-]\d{2}:\d{2}$/.test(utc))).toBe(true)
  expect(of('America/Santo_Domingo')).toMatchObject({
    label: '(UTC-04:00) América / Santo Domingo',
    name: 'América / Santo Domingo',
    utc: '-04:00',
  })
  expect(of('America/New_York')?.utc).toBe('-05:00')
  expect(of('America/New_York', zoneList('UTC', summer))?.utc).toBe('-04:00')
  expect(of('UTC')?.utc).toBe('+00:00')
})

test('time zones: the current zone is listed under any alias', () => {
  expect(of('Asia/Kolkata', zoneList('Asia/Kolkata', winter))?.utc).toBe('+05:30')
  expect(of('Asia/Calcutta', zoneList('Asia/Calcutta', winter))?.utc).toBe('+05:30')
})

test('time zones: offers those that server and browser know', () => {
  const accepted = [...known.filter((code) => code !== 'Europe/Madrid'), 'America/Nueva_Villa']
  const offered = zoneCodes(accepted, 'Europe/Madrid')
  expect(offered).toContain('Europe/Lisbon')
  expect(offered).not.toContain('Europe/Madrid')
  expect(offered).not.toContain('America/Nueva_Villa')
})

test.each([
  ['santo domingo', 'America/Santo_Domingo'],
  ['Santo_Domingo', 'America/Santo_Domingo'],
  ['america SANTO', 'America/Santo_Domingo'],
  ['AMÉRICA -04:00 domingo', 'America/Santo_Domingo'],
  ['tokio', 'Asia/Tokyo'],
  ['Londres', 'Europe/London'],
  ['nueva york', 'America/New_York'],
  ['la habana', 'America/Havana'],
  ['ciudad de mexico', 'America/Mexico_City'],
  ['estocolmo', 'Europe/Stockholm'],
])('time zones: “%s” finds %s', (text, code) => {
  expect(matching(inWinter, text, searchText).map(({ tzCode }) => tzCode)).toEqual([code])
})

test('time zones: every Spanish name belongs to an existing zone', () => {
  for (const code of Object.keys(spanishCities)) expect(isZone(code), code).toBe(true)
})

import { isZone } from '@torniquete/contract/dates.ts'
import { expect, test } from 'vitest'
import { matchesZone, readOffset, zoneList } from './zone-list.ts'

const winter = new Date('2026-01-15T12:00:00Z')
const summer = new Date('2026-07-15T12:00:00Z')
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
])('the offset %s is %s', (text, read) => expect(readOffset(text)).toBe(read))

test('every zone of the world stands in it once, with its offset now', () => {
  const all = inWinter
  expect(all.length).toBeGreaterThan(400)
  expect(new Set(all.map(({ tzCode }) => tzCode)).size).toBe(all.length)
  expect(all.every(({ tzCode, utc }) => isZone(tzCode) && /^[+-]\d{2}:\d{2}$/.test(utc))).toBe(true)
  expect(of('America/Santo_Domingo')).toMatchObject({
    label: 'América / Santo Domingo (UTC-04:00)',
    name: 'América / Santo Domingo',
    utc: '-04:00',
  })
  expect(of('America/New_York')?.utc).toBe('-05:00')
  expect(of('America/New_York', zoneList('UTC', summer))?.utc).toBe('-04:00')
  expect(of('UTC')?.utc).toBe('+00:00')
})

test('the one in use is there by whatever name', () => {
  expect(of('Asia/Kolkata', zoneList('Asia/Kolkata', winter))?.utc).toBe('+05:30')
  expect(of('Asia/Calcutta', zoneList('Asia/Calcutta', winter))?.utc).toBe('+05:30')
})

test.each(['santo domingo', 'Santo_Domingo', 'america SANTO', 'AMÉRICA -04:00 domingo'])(
  '“%s” finds Santo Domingo',
  (text) => {
    const found = inWinter.filter((entry) => matchesZone(entry, text))
    expect(found.map(({ tzCode }) => tzCode)).toEqual(['America/Santo_Domingo'])
  },
)

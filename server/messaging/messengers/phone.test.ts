import { expect, test } from 'vitest'
import { findCountry, KnownPhones, usablePhone } from './phone.ts'

test('a gym’s country by its time zone, old names too', () => {
  const zones = {
    'America/Santo_Domingo': 'DO',
    'America/Puerto_Rico': 'PR',
    'Europe/Madrid': 'ES',
    'Atlantic/Canary': 'ES',
    'America/Argentina/Buenos_Aires': 'AR',
    'US/Eastern': 'US',
    'Asia/Kolkata': 'IN',
    UTC: 'DO',
    '+08:00': 'DO',
    'no/existe': 'DO',
  }
  for (const [zone, country] of Object.entries(zones)) expect(findCountry(zone), zone).toBe(country)
})

test.each([
  ['809 555 0101', 'DO', '+18095550101'],
  ['(809) 555-0101', 'DO', '+18095550101'],
  ['809.555.0101', 'DO', '+18095550101'],
  ['1-829-555-0101', 'DO', '+18295550101'],
  ['809-555-1000', 'US', '+18095551000'],
  ['Cel. 809-555-0101', 'DO', '+18095550101'],
  ['+34 600 123 456', 'DO', '+34600123456'],
  ['0034 600 123 456', 'DO', '+34600123456'],
  ['011 34 600 123 456', 'DO', '+34600123456'],
  ['600 123 456', 'ES', '+34600123456'],
  ['+1 (829) 555-0101', 'ES', '+18295550101'],
  ['55 1234 5678', 'MX', '+525512345678'],
  ['809 555 0101', 'no es país', '+18095550101'],
])('usable: %s in %s', (text, country, phone) => {
  expect(usablePhone(text, country)).toBe(phone)
})

test.each([
  ['809-555-0101 / 829-555-0102', '+18095550101'],
  ['no tiene; 829-555-0102', '+18295550102'],
  ['555-0101, 829 555 0102', '+18295550102'],
  ['829-555-0102 y 809-555-0101', '+18295550102'],
  ['809-555-0101 ext 5 | 829-555-0102', '+18295550102'],
])('phone: takes the first usable of several: %s', (text, phone) => {
  expect(usablePhone(text, 'DO')).toBe(phone)
})

test.each([
  [null, 'DO'],
  ['', 'DO'],
  ['no tiene', 'DO'],
  ['555-0101', 'DO'],
  ['1234567890', 'DO'],
  ['000-000-0000', 'DO'],
  ['809-555-0101 ext 5', 'DO'],
  ['+1809555', 'DO'],
  ['91 123 45 67', 'ES'],
  ['+999 123 456 789', 'DO'],
  ['9'.repeat(5000), 'DO'],
])('phone: refuses %s in %s', (text, country) => {
  expect(usablePhone(text, country)).toBeNull()
})

test('numbers that are asked for again and again are read once, however many others there are', () => {
  let reads = 0
  const known = new KnownPhones((text) => {
    reads += 1
    return text
  })
  const staff = Array.from({ length: 20_000 }, (_, at) => `8095${at}`)
  for (const text of staff) known.isUsable(text, 'DO')
  reads = 0
  for (let other = 0; other < 45_000; other += 1) known.isUsable(`829${other}`, 'DO')
  for (const text of staff) known.isUsable(text, 'DO')
  expect(reads).toBe(45_000)
})

test.each(
  [
    [
      'MX',
      '+525512345678',
      ['+52 1 55 1234 5678', '52 1 5512345678', '044 55 1234 5678', '55 1234 5678', '01 55 1234 5678'],
    ],
    ['MX', '+525512345678', ['1 55 1234 5678', '5215512345678', '+52 044 55 1234 5678', '0052 1 55 1234 5678']],
    ['MX', '+528112345678', ['045 81 1234 5678', '+521 81 1234 5678', '(81) 1234-5678']],
    ['MX', '+526641234567', ['044664 1234567', '521 664 123 4567', 'Cel 664 123 4567']],
    [
      'AR',
      '+5491155551234',
      ['11 5555-1234', '+54 11 5555 1234', '11 15 5555-1234', '011 5555-1234', '011 15 5555-1234'],
    ],
    ['AR', '+5491155551234', ['+54 9 11 5555-1234', '+54 9 11 15 5555-1234', '5491155551234', '54 11 5555 1234']],
    [
      'AR',
      '+5493515551234',
      ['(0351) 555-1234', '351 555-1234', '0 351 555 1234', '54 351 555 1234', '+54 (351) 555-1234'],
    ],
    ['AR', '+5493515551234', ['+54 9 0351 555 1234', '0351 15 555-1234', '351-15-555-1234']],
    ['AR', '+5492615551234', ['261 555 1234']],
    ['CL', '+56987654321', ['09 8765 4321', '9 8765 4321', '+56 9 8765 4321', '+56 09 8765 4321']],
    ['DO', '+525512345678', ['+52 1 55 1234 5678']],
    ['MX', '+18095550101', ['+1 809 555 0101']],
  ].flatMap(([country, sent, all]) => [all].flat().map((text) => [text, country, sent] as [string, string, string])), // as they stand above
)('phone: a former mobile format: %s in %s becomes %s', (text, country, sent) => {
  expect(usablePhone(text, country)).toBe(sent)
})

test.each([
  ['5555-1234', 'AR'],
  ['1234 5678', 'MX'],
  ['+52 55 1234', 'MX'],
])('phone: too few digits or another country are refused: %s in %s', (text, country) => {
  expect(usablePhone(text, country)).toBeNull()
})

import { expect, test } from 'vitest'
import { findUsablePhone, findZoneCountry } from './phone-numbers.ts'

test('findZoneCountry: finds the country of a time zone, also of one with an outdated name', () => {
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
  for (const [zone, country] of Object.entries(zones)) expect(findZoneCountry(zone), zone).toBe(country)
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
])('findUsablePhone: accepts %s in %s', (text, country, phone) => {
  expect(findUsablePhone(text, country)).toBe(phone)
})

test.each([
  ['809-555-0101 / 829-555-0102', '+18095550101'],
  ['no tiene; 829-555-0102', '+18295550102'],
  ['555-0101, 829 555 0102', '+18295550102'],
  ['829-555-0102 y 809-555-0101', '+18295550102'],
  ['809-555-0101 ext 5 | 829-555-0102', '+18295550102'],
])('findUsablePhone: from a text with several numbers, takes the first usable one: %s', (text, phone) => {
  expect(findUsablePhone(text, 'DO')).toBe(phone)
})

test('findUsablePhone: refuses texts without a usable number', () => {
  const dominican = [null, '', 'no tiene', '555-0101', '1234567890', '000-000-0000', '809-555-0101 ext 5', '+1809555']
  for (const text of [...dominican, '+999 123 456 789', '9'.repeat(5000)])
    expect(findUsablePhone(text, 'DO')).toBeNull()
  expect(findUsablePhone('91 123 45 67', 'ES')).toBeNull()
  expect(findUsablePhone('5555-1234', 'AR')).toBeNull()
  for (const text of ['1234 5678', '+52 55 1234']) expect(findUsablePhone(text, 'MX')).toBeNull()
})

test.each([
  ['MX', '+525512345678', ['+52 1 55 1234 5678', '52 1 5512345678', '044 55 1234 5678', '55 1234 5678']],
  ['MX', '+525512345678', ['01 55 1234 5678', '1 55 1234 5678', '5215512345678', '+52 044 55 1234 5678']],
  ['MX', '+528112345678', ['045 81 1234 5678', '+521 81 1234 5678', '(81) 1234-5678']],
  ['MX', '+526641234567', ['044664 1234567', '521 664 123 4567', 'Cel 664 123 4567']],
  ['AR', '+5491155551234', ['11 5555-1234', '+54 11 5555 1234', '11 15 5555-1234', '011 5555-1234']],
  ['AR', '+5491155551234', ['011 15 5555-1234', '+54 9 11 5555-1234', '+54 9 11 15 5555-1234', '5491155551234']],
  ['AR', '+5493515551234', ['(0351) 555-1234', '351 555-1234', '0 351 555 1234', '+54 (351) 555-1234']],
  ['AR', '+5493515551234', ['+54 9 0351 555 1234', '0351 15 555-1234', '351-15-555-1234']],
  ['AR', '+5492615551234', ['261 555 1234']],
  ['CL', '+56987654321', ['09 8765 4321', '9 8765 4321', '+56 9 8765 4321', '+56 09 8765 4321']],
  ['DO', '+525512345678', ['+52 1 55 1234 5678']],
  ['MX', '+18095550101', ['+1 809 555 0101']],
])('findUsablePhone: converts former mobile formats in %s to %s', (country, sent, all) => {
  for (const text of all) expect(findUsablePhone(text, country), text).toBe(sent)
})

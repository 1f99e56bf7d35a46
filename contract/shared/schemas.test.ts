import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOrInstant, nameFilter, optionalText, parseSocialLinks, pinInput, textLine } from './schemas.ts'

test.each([
  ['{"instagram":"https://i.com/x"}', { instagram: 'https://i.com/x' }],
  ["{'facebook': 'https://f.com/x'}", { facebook: 'https://f.com/x' }],
  [`{"a":"l'été"}`, { a: "l'été" }],
  ['{"a":1,"b":"x","c":null}', { b: 'x' }],
  ['{}', {}],
  ['{broken', {}],
  ['[]', {}],
  ['"text"', {}],
  ['null', {}],
  ['', {}],
  [null, {}],
  [undefined, {}],
])('readSocialLinks: reads the links from %s', (source, links) => expect(parseSocialLinks(source)).toEqual(links))

test('readSocialLinks: parses valid JSON, and never throws for other texts', () => {
  const safe = fc.dictionary(
    fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
    fc.string(),
  )
  fc.assert(
    fc.property(safe, (links) => {
      expect(parseSocialLinks(JSON.stringify(links))).toEqual({ ...links })
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (source) => {
      expect(parseSocialLinks(source)).toBeTypeOf('object')
    }),
  )
})

test('text: requires a single trimmed line within its length', () => {
  expect(textLine(10).parse('  José  ')).toBe('José')
  for (const wrong of ['', '   ', 'a\tb', 'a\nb', 'a\0b', '\ud800', 'x'.repeat(11), null, 5])
    expect(textLine(10).safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})

test('optionalText: allows line breaks, and turns blanks into null', () => {
  expect(optionalText(20).parse(' uno\ndos ')).toBe('uno\ndos')
  for (const none of ['', '  ', null]) expect(optionalText(20).parse(none)).toBeNull()
})

test('pin: accepts 1 to 9 digits without a leading zero', () => {
  for (const good of [1, '1', '999999999', 999_999_999]) expect(pinInput.parse(good)).toBe(Number(good))
  for (const bad of [0, '0', '01', '1234567890', -1, 1.5, '1e3', '', ' 1', null, 1e21])
    expect(pinInput.safeParse(bad).success, String(bad)).toBe(false)
})

test('dayOrInstant: accepts a day or an ISO instant', () => {
  for (const good of [
    '2026-11-21',
    '2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00.123+05:30',
    '2026-11-21 10:00',
    '2026-11-21T10:00:00',
  ])
    expect(dayOrInstant.safeParse(good).success, good).toBe(true)
  for (const bad of [
    '2026-02-30',
    '2026-02-30T10:00:00Z',
    '21/11/2026',
    '2026-11-21T25:00:00Z',
    '2026-11-21T10:00 (hoy)',
    '2026',
    '',
  ])
    expect(dayOrInstant.safeParse(bad).success, bad).toBe(false)
})

test('text: composes letters and separate accents before counting characters', () => {
  const inParts = 'Ñáñez'.normalize('NFD')
  expect(textLine(5).parse(inParts)).toBe('Ñáñez')
  expect(optionalText(5).parse(inParts)).toBe('Ñáñez')
  expect(nameFilter.parse(inParts)).toBe('Ñáñez')
})

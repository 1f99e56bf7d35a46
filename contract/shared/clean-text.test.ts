import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'
import { optionalEmail, optionalLine, textLine } from './schemas.ts'

test.each([
  ['Ana\u200b Mota', 'Ana Mota'],
  ['Pe\u200bdro', 'Pedro'],
  ['\u202a+1 (809) 555-0101\u202c', '+1 (809) 555-0101'],
  ['\u2068Ana\u2069 Mo\u00adta\u2060\u200e\ufeff', 'Ana Mota'],
  ['Ana\u00a0Mota\u202f\u3000', 'Ana Mota'],
  ['\u00a0\u200b ', ''],
  ['A\u200dna', 'Ana'],
  ['Ana\ufe0f', 'Ana'],
  ['Ana 👩‍👧 ❤️ 🏳️‍🌈 👩🏽‍🚒', 'Ana 👩‍👧 ❤️ 🏳️‍🌈 👩🏽‍🚒'],
  ['José\nNúñez', 'José\nNúñez'],
])('cleanText: %j becomes %j', (written, clean) => {
  expect(cleanText(written)).toBe(clean)
})

test('text schemas: remove invisible characters from names, mails and lines', () => {
  expect(textLine(20).parse('Ana\u200b Mota')).toBe('Ana Mota')
  expect(textLine(8).parse('\u202aAna Mota\u202c')).toBe('Ana Mota')
  expect(optionalEmail().parse('\u200bana@ejemplo.do')).toBe('ana@ejemplo.do')
  expect(optionalLine(20).parse('\u200b\u00a0')).toBeNull()
  expect(textLine(20).safeParse('\u200b').success).toBe(false)
})

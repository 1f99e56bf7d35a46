import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, fromCents, subtractAmounts, toCents } from './money.ts'

const cents = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })

test('toCents: reverses fromCents for every amount', () => {
  fc.assert(
    fc.property(cents, (value) => {
      expect(toCents(fromCents(value))).toBe(value)
    }),
  )
})

test.each([
  ['100.00', '0.07', '99.93'],
  ['0.00', '0.05', '-0.05'],
  ['-1.50', '-2.25', '0.75'],
  ['900719925474099312.41', '0.02', '900719925474099312.39'],
])('subtractAmounts: %s minus %s is %s', (sum, other, left) => expect(subtractAmounts(sum, other)).toBe(left))

test('toCents: reads a number the same as its text', () => {
  fc.assert(
    fc.property(cents, (value) => {
      expect(toCents(value / 100)).toBe(value)
    }),
  )
})

test.each([
  ['1250.5', 125_050],
  ['1250', 125_000],
  ['0.07', 7],
  ['-0.5', -50],
  [0.1, 10],
  [1.15, 115],
  ['0007.10', 710],
])('toCents: %s is %i', (text, value) => expect(toCents(text)).toBe(value))

test.each([
  '',
  ' ',
  '1,5',
  '1.005',
  1.005,
  '1.',
  '.5',
  '1e3',
  1e21,
  Number.NaN,
  '0x10',
  '+1',
  '1 000',
  '١',
  '12345678901',
])('toCents: %s is null', (text) => expect(toCents(text)).toBeNull())

// Specification §9: a dollar sign and a space, two decimals, commas between thousands, 0.00 if not numeric.
test.each([
  ['1250.5', '$ 1,250.50'],
  ['0', '$ 0.00'],
  ['999.99', '$ 999.99'],
  ['1000000', '$ 1,000,000.00'],
  [1234567.891, '$ 1,234,567.89'],
  ['-1250', '−$ 1,250.00'],
  ['abc', '$ 0.00'],
  ['', '$ 0.00'],
  [null, '$ 0.00'],
  [undefined, '$ 0.00'],
  [Number.NaN, '$ 0.00'],
  [Number.POSITIVE_INFINITY, '$ 0.00'],
])('formatMoney: formats %s as %s', (value, shown) => expect(formatMoney(value)).toBe(shown))

test('formatMoney: keeps all digits of very large amounts', () => {
  fc.assert(
    fc.property(cents, (value) => {
      const shown = formatMoney(fromCents(value))
      expect(shown).toMatch(/^−?\$ \d{1,3}(,\d{3})*\.\d{2}$/)
      expect(toCents(shown.replace('−', '-').replace(/[$ ,]/g, ''))).toBe(value)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents } from '../shared/money.ts'
import { computeIncludedTax, computeTaxShare, makeTaxedLine, sumTaxedLines, taxClasses } from './tax.ts'

test.each([
  ['118.00', '18', '18.00'],
  ['116.00', '16', '16.00'],
  ['100.00', '18', '15.25'],
  ['0.01', '18', '0.00'],
  ['0.04', '18', '0.01'],
  ['250.00', '0', '0.00'],
  ['250.00', 'exempt', '0.00'],
] as const)('included tax: %s at %s is %s', (total, tax_class, tax) => {
  expect(makeTaxedLine(tax_class, total).included_tax).toBe(tax)
})

test('included tax: base and tax add up to the amount, and a refund mirrors the sale', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.constantFrom(...taxClasses), (amount, tax_class) => {
      const tax = computeIncludedTax(amount, tax_class)
      expect(computeIncludedTax(-amount, tax_class)).toBe(-tax)
      const rate = tax_class === 'exempt' ? 0 : Number(tax_class)
      // The base differs from the exact quotient by at most half a cent.
      const difference = (amount - tax) * BigInt(100 + rate) - amount * 100n
      expect(difference >= 0n ? difference : -difference).toBeLessThanOrEqual(BigInt(100 + rate) / 2n)
    }),
  )
})

test('tax totals: exempt, each rate, and the sum of the lines', () => {
  expect(
    sumTaxedLines([
      makeTaxedLine('18', '100.00'),
      makeTaxedLine('18', '50.00'),
      makeTaxedLine('exempt', '1500.00'),
      makeTaxedLine('0', '20.00'),
    ]),
  ).toEqual({
    exempt: '1500.00',
    taxed: [
      { rate: 0, base: '20.00', tax: '0.00' },
      { rate: 18, base: '127.12', tax: '22.88' },
    ],
    tax_total: '22.88',
    total: '1670.00',
  })
})

test('tax share: parts of a line add up to its tax, and none is negative', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 100 }), (cents) => {
      const amount = cents.reduce((sum, each) => sum + each, 0)
      const tax = computeIncludedTax(BigInt(amount), '18')
      const whole = { amount: fromCents(amount), tax: fromCents(tax) }
      let [voided, noted] = [0, 0]
      for (const part of cents) {
        voided += part
        const next = Math.round(Number(computeTaxShare(whole, fromCents(voided))) * 100)
        expect(next).toBeGreaterThanOrEqual(noted)
        noted = next
      }
      expect(noted).toBe(Number(tax))
    }),
  )
})

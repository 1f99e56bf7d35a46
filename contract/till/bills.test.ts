import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkBillTotal, computeBillAmounts, computeLineAmounts, type PricedLine } from './bills.ts'

const hundredths = fc.integer({ min: 0, max: 10_000 })
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
  price: fc.integer({ min: 0, max: 9_999_999 }),
  discount: hundredths,
  tax: hundredths,
})
type Whole = typeof line extends fc.Arbitrary<infer T> ? T : never
const written = ({ quantity, price, discount, tax }: Whole): PricedLine => ({
  quantity,
  unit_price: (price / 100).toFixed(2),
  discount: discount / 100,
  tax: tax / 100,
})

/** Rounds a fraction of cents half away from zero, as the rule defines it. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const [whole, rest] = [numerator / denominator, numerator % denominator]
  return rest * 2n >= denominator ? whole + 1n : whole
}

/** Computes the rule in exact fractions: quantity × unit_price × percent / 100, each rounded to cents. */
function exact({ quantity, price, discount, tax }: Whole): bigint {
  const amount = BigInt(quantity) * BigInt(price)
  const part = (percent: number) => rounded(amount * BigInt(percent), 100n * 100n)
  return amount - part(discount) + part(tax)
}

const cents = (text: string) => BigInt(text.replace('.', ''))

test('computeLineAmounts: equals exact fractions, rounded half away from zero', () => {
  fc.assert(
    fc.property(line, (each) => {
      expect(cents(computeLineAmounts(written(each)).total)).toBe(exact(each))
    }),
    { numRuns: 1000 },
  )
})

test('computeBillAmounts: returns the sums of all lines', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const bill = computeBillAmounts(lines.map(written))
      expect(cents(bill.total)).toBe(lines.map(exact).reduce((a, b) => a + b, 0n))
      expect(cents(bill.amount) - cents(bill.discount) + cents(bill.tax)).toBe(cents(bill.total))
    }),
  )
})

test.each([
  [{ quantity: 1, unit_price: '0.05', discount: 10, tax: 0 }, '0.04'],
  [{ quantity: 3, unit_price: '35.00', discount: 0, tax: 18 }, '123.90'],
  [{ quantity: 1, unit_price: '0.01', discount: 50, tax: 0 }, '0.00'],
  [{ quantity: 7, unit_price: '19.99', discount: 33.33, tax: 16 }, '115.68'],
  [{ quantity: 2, unit_price: '1250.50', discount: 100, tax: 0 }, '0.00'],
])('computeLineAmounts: the total of %j is %s', (line, total) => expect(computeLineAmounts(line).total).toBe(total))

test('checkBillTotal: refuses totals beyond the limit, even with a full discount', () => {
  const huge = { quantity: 1_000_000, unit_price: '9999999999.99', discount: 0, tax: 0 }
  expect(checkBillTotal([huge])).toBe('bill.too-large')
  expect(checkBillTotal([{ ...huge, discount: 100 }])).toBe('bill.too-large')
  expect(checkBillTotal([{ ...huge, quantity: 1 }])).toBeNull()
  expect(
    checkBillTotal([
      { ...huge, quantity: 1 },
      { ...huge, quantity: 1 },
    ]),
  ).toBe('bill.too-large')
})

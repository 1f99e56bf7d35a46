import { expect, test } from 'vitest'
import { formatReceiptNumber, getLatestRangeExpiry, isRangeRunningOut, parseReceiptNumber } from './receipt-numbers.ts'

test.each([
  ['B0200000001', 'B02', 1],
  ['B0199999999', 'B01', 99_999_999],
  ['E310000000012', 'E31', 12],
] as const)('receipt number: %s is type %s, sequence %d', (text, type, sequence) => {
  expect(parseReceiptNumber(text)).toEqual({ type, sequence })
  expect(formatReceiptNumber({ type, sequence })).toBe(text)
})

test.each(['B0200000000', 'B020000001', 'B02000000001', 'B0500000001', 'b0200000001', 'E3100000001', 'A0100000001'])(
  'receipt number: %s is refused',
  (text) => {
    expect(parseReceiptNumber(text)).toBeNull()
  },
)

test('receipt range: expires on 31 December of the next year, unless its type never expires', () => {
  expect([getLatestRangeExpiry('B01', '2026-11-28'), getLatestRangeExpiry('B02', '2026-11-28')]).toEqual([
    '2027-12-31',
    null,
  ])
})

test.each([
  [{ from: 1, to: 1000, next: 900 }, false],
  [{ from: 1, to: 1000, next: 901 }, true],
  [{ from: 1, to: 100, next: 50 }, false],
  [{ from: 1, to: 100, next: 51 }, true],
])('receipt range: %j is running out: %s', (range, isLow) => {
  expect(isRangeRunningOut(range)).toBe(isLow)
})

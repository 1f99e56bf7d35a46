import { expect, test } from 'vitest'
import { findStockNoticeTitle, isProductOffered, isStockLow } from './products.ts'

test.each([
  [10, 6, 5, null],
  [10, 5, 5, 'Stock deficiente'],
  [6, 4, 5, 'Stock deficiente'],
  [5, 4, 5, null],
  [10, 0, 5, 'Stock agotado'],
  [3, 0, 5, 'Stock agotado'],
  [1, 0, 0, 'Stock agotado'],
  [10, 0, null, 'Stock agotado'],
  [10, 1, null, null],
  [0, 0, 5, null],
  [4, 9, 5, null],
])('findStockNoticeTitle: stock falls from %i to %i with a minimum of %j → %j', (before, after, minimum, notice) =>
  expect(findStockNoticeTitle(before, after, minimum)).toBe(notice),
)

test('isLow: true at the minimum or below, null if the product has no minimum', () => {
  expect(isStockLow({ quantity: 5, min_quantity: 5 })).toBe(true)
  expect(isStockLow({ quantity: 6, min_quantity: 5 })).toBe(false)
  expect(isStockLow({ quantity: 6, min_quantity: null })).toBeNull()
})

test.each([
  [1, '0.01', true],
  [0, '10.00', false],
  [5, '0.00', false],
  [5, null, false],
])('isOffered: with a stock of %i and a price of %j → %j', (quantity, sale_price, offered) =>
  expect(isProductOffered({ quantity, sale_price })).toBe(offered),
)

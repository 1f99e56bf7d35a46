import { expect, test } from 'vitest'
import { replaceOldAddress } from './old-addresses.ts'

test.each([
  ['/clients?client=5&name=ana', '/clients/5/card?name=ana'],
  ['/clients/5/edit?client=5', '/clients/5/card/edit?'],
  ['/clients/collections/9?client=5', '/clients/5/card/collections/9?'],
  ['/clients/collections/9', '/collections?'],
  ['/clients/new?client=5', '/clients/new?'],
  ['/billing?sale=7&sales_page=2', '/billing/bill/sale/7?sales_page=2'],
  ['/billing?payment=8', '/billing/bill/payment/8?'],
  ['/cash-flow?tab=purchases&bill=3', '/cash-flow/bill/purchase/3?tab=purchases'],
  ['/cash-flow?bill=3', '/cash-flow/bill/sale/3?'],
  ['/inventory?tab=suppliers&purchase=4', '/inventory/bill/purchase/4?tab=suppliers'],
  ['/discounts?bill=2', '/discounts/bill/sale/2?'],
])('old addresses: %s is rewritten to %s', (old, now) => {
  const { pathname, searchParams } = new URL(old, 'http://gym')
  const found = replaceOldAddress({ pathname, search: Object.fromEntries(searchParams) })
  expect(`${found?.pathname}?${new URLSearchParams(found?.search as Record<string, string>)}`).toBe(now)
})

test('old addresses: an address without an old search param is not rewritten', () => {
  expect(replaceOldAddress({ pathname: '/clients/5/card', search: { name: 'ana' } })).toBeNull()
  expect(replaceOldAddress({ pathname: '/attendance', search: { client: 5 } })).toBeNull()
})

import { expect, test } from 'vitest'
import { addListPrefix, billingPageSize, pickSaleListSearch, readBillingSearch } from './billing-search.ts'
import { toPageSearch } from './search-values.ts'

test('billing address: valid search params are kept and all others dropped', () => {
  const search = readBillingSearch({ sales_name: 12, sales_start: '2026-02-30', sales_page: '3', payments_page: -1 })
  expect(search).toMatchObject({ sales_name: '12', sales_page: 3 })
  expect(search.sales_start).toBeUndefined()
  expect(search.payments_page).toBeUndefined()
})

test('billing address: changing one list keeps the params of the other list', () => {
  const before = readBillingSearch({ sales_name: 'ana', sales_page: 2, payments_name: 'rosa' })
  const turned = { name: undefined, end: '2026-03-04', ...toPageSearch({ page: 0, size: 10 }, billingPageSize) }
  const after = { ...before, ...addListPrefix('payments', turned) }
  expect(JSON.parse(JSON.stringify(after))).toEqual({
    sales_name: 'ana',
    sales_page: 2,
    payments_end: '2026-03-04',
  })
  expect(pickSaleListSearch(after, 'sales')).toMatchObject({ name: 'ana', page: 2 })
  expect(addListPrefix('sales', { page: 1, size: 50 })).toEqual({ sales_page: 1, sales_size: 50 })
})

import { filterReaders, makeSearchReader, pageReaders, type RawSearch } from './search-values.ts'

export type SaleListName = 'sales' | 'payments'

const listFields = { ...filterReaders, ...pageReaders }
const readList = makeSearchReader(listFields)

/** Search params of one list on the billing page. A missing day means today; any other missing param its default. */
export type SaleListSearch = ReturnType<typeof readList>

type BillingSearch = {
  [Key in keyof SaleListSearch as `${SaleListName}_${Key}`]: SaleListSearch[Key]
}

export const billingPageSize = 10

export const addListPrefix = <Value>(list: SaleListName, values: Record<string, Value>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${list}_${key}`, value]))

export const readBillingSearch = makeSearchReader({
  ...addListPrefix('sales', listFields),
  ...addListPrefix('payments', listFields),
}) as (raw: RawSearch) => BillingSearch // Object.fromEntries loses the key types.

export const pickSaleListSearch = (search: BillingSearch, list: SaleListName): SaleListSearch => ({
  name: search[`${list}_name`],
  start: search[`${list}_start`],
  end: search[`${list}_end`],
  page: search[`${list}_page`],
  size: search[`${list}_size`],
})

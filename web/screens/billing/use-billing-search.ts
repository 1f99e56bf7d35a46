import { useCallback } from 'react'
import {
  billingPageSize,
  named,
  readListSearch,
  type SaleList,
  type SaleListSearch,
} from '../../navigation/billing-search.ts'
import { useClosing } from '../../navigation/opening.ts'
import { useAddress } from '../../navigation/use-pages.ts'

/** The open bill in the address. */
export function useOpenBill() {
  const { search, change } = useAddress('/billing')
  const close = useClosing(useCallback(() => change({ sale: undefined, payment: undefined }, true), [change]))
  return { sale: search.sale, payment: search.payment, close }
}

/** One list's filter and page in the address. */
export function useListSearch(list: SaleList) {
  const { search, change } = useAddress('/billing')
  return {
    search: readListSearch(search, list),
    change: (next: SaleListSearch, replace?: boolean) => change(named(list, next), replace),
    usualSize: billingPageSize,
  }
}

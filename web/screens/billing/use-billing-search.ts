import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type BillingSearch,
  listSearchOf,
  type SaleList,
  type SaleListSearch,
  usualPageSize,
  withListSearch,
} from './billing-search.ts'

/** The sale that the address begins. */
export function useAskedSale() {
  const { open } = useSearch({ from: '/shell/billing' })
  const navigate = useNavigate({ from: '/billing' })
  const forget = () =>
    void navigate({
      search: (before) => ({ ...before, open: undefined, sale: undefined, payment: undefined }),
      replace: true,
      resetScroll: false,
    })
  return { asked: open, forget }
}

/** The open bill as the address has it. Opening one can be undone with the back button. */
export function useOpenBill() {
  const { sale, payment } = useSearch({ from: '/shell/billing' })
  const navigate = useNavigate({ from: '/billing' })
  const change = (next: Pick<BillingSearch, 'sale' | 'payment'>, replace: boolean) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace, resetScroll: false })
  return {
    sale,
    payment,
    openSale: (id: number) => change({ sale: id, payment: undefined }, false),
    openPayment: (id: number) => change({ payment: id, sale: undefined }, false),
    close: () => change({ sale: undefined, payment: undefined }, true),
  }
}

export interface ListAddress {
  search: SaleListSearch
  page: number
  size: number
  /** Another filter begins at the first page. */
  setFilter: (filter: Pick<SaleListSearch, 'name' | 'start' | 'end'>) => void
  setPage: (next: { page: number; size: number }, replace?: boolean) => void
}

/** One list's filter and page as the address has them. */
export function useListSearch(list: SaleList): ListAddress {
  const search = listSearchOf(useSearch({ from: '/shell/billing' }), list)
  const navigate = useNavigate({ from: '/billing' })
  const { page = 0, size = usualPageSize } = search
  const change = (next: SaleListSearch, replace = false) =>
    void navigate({ search: (before) => withListSearch(before, list, next), replace, resetScroll: false })
  return {
    search,
    page,
    size,
    setFilter: (filter) => change({ ...filter, size }),
    setPage: (next, replace) => change({ ...search, ...next }, replace),
  }
}

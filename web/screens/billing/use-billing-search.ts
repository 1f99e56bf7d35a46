import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import {
  billingPageSize,
  listSearchOf,
  type SaleList,
  type SaleListSearch,
  withListSearch,
} from '../../navigation/billing-search.ts'
import { useClosing, useListAddress } from '../../navigation/opening.ts'

/** The open bill as the address has it. */
export function useOpenBill() {
  const { sale, payment } = useSearch({ from: '/shell/billing' })
  const navigate = useNavigate({ from: '/billing' })
  const close = useClosing(
    useCallback(
      () =>
        void navigate({
          search: (before) => ({ ...before, sale: undefined, payment: undefined }),
          replace: true,
          resetScroll: false,
        }),
      [navigate],
    ),
  )
  return { sale, payment, close }
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
  const onList = useListAddress()
  const { page = 0, size = billingPageSize } = search
  const change = (next: SaleListSearch, replace = false) =>
    onList(
      (settings) => void navigate({ search: (before) => withListSearch(before, list, next), replace, ...settings }),
    )
  return {
    search,
    page,
    size,
    setFilter: (filter) => change({ ...filter, size }),
    setPage: (next, replace) => change({ ...search, ...next }, replace),
  }
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type CashFlowSearch, type Tab, usualPageSize, usualTab } from '../../navigation/cash-flow-search.ts'
import { useClosing, useListAddress } from '../../navigation/opening.ts'

interface CashFlowAddress {
  search: CashFlowSearch
  change: (next: CashFlowSearch) => void
  setTab: (tab: Tab) => void
  setPage: (next: { page: number; size: number }, replace?: boolean) => void
  closeBill: () => void
}

/** The page's state as the address has it. The filter stays from tab to tab, the page and the open bill do not. */
export function useCashFlowSearch(): CashFlowAddress {
  const search = useSearch({ from: '/shell/cash-flow' })
  const navigate = useNavigate({ from: '/cash-flow' })
  const onList = useListAddress()
  const change = useCallback(
    (next: CashFlowSearch, replace = false) =>
      onList((settings) => void navigate({ search: (before) => ({ ...before, ...next }), replace, ...settings })),
    [navigate, onList],
  )
  const closeBill = useClosing(useCallback(() => change({ bill: undefined }, true), [change]))
  return {
    search,
    change,
    setTab: (tab) => change({ tab: tab === usualTab ? undefined : tab, page: undefined, bill: undefined }),
    setPage: ({ page, size }, replace) =>
      change({ page: page || undefined, size: size === usualPageSize ? undefined : size }, replace),
    closeBill,
  }
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { InventorySearch } from '../../navigation/inventory-search.ts'
import { useListAddress } from '../../navigation/opening.ts'

/** Changes a part of the address; `replace` leaves nothing to go back to, as typing does. */
export type ChangeSearch = (next: InventorySearch, replace?: boolean) => void

interface InventoryAddress {
  search: InventorySearch
  change: ChangeSearch
  /** Each tab begins as usual. */
  openTab: (tab: InventorySearch['tab']) => void
}

export function useInventorySearch(): InventoryAddress {
  const search = useSearch({ from: '/shell/inventory' })
  const navigate = useNavigate({ from: '/inventory' })
  const onList = useListAddress()
  const change: ChangeSearch = useCallback(
    (next, replace = false) =>
      onList((settings) => void navigate({ search: (before) => ({ ...before, ...next }), replace, ...settings })),
    [navigate, onList],
  )
  return { search, change, openTab: (tab) => void navigate({ search: { tab }, resetScroll: false }) }
}

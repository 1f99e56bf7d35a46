import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type ClientsSearch, usualPageSize } from '../../navigation/clients-search.ts'
import { useClosing, useListAddress } from '../../navigation/opening.ts'

interface ClientsAddress {
  search: ClientsSearch
  setName: (name: string) => void
  setPage: (next: { page: number; size: number }, replace?: boolean) => void
  closeCard: () => void
}

/** The page's state as the address has it. Opening and paging can be undone with the back button, typing cannot. */
export function useClientsSearch(): ClientsAddress {
  const search = useSearch({ from: '/shell/clients' })
  const navigate = useNavigate({ from: '/clients' })
  const onList = useListAddress()
  const change = useCallback(
    (next: ClientsSearch, replace = false) =>
      onList((settings) => void navigate({ search: (before) => ({ ...before, ...next }), replace, ...settings })),
    [navigate, onList],
  )
  const closeCard = useClosing(useCallback(() => change({ client: undefined }, true), [change]))
  return {
    search,
    setName: (name) => change({ name: name.trim() || undefined, page: undefined }, true),
    setPage: ({ page, size }, replace) =>
      change({ page: page || undefined, size: size === usualPageSize ? undefined : size }, replace),
    closeCard,
  }
}

import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { findScreenByAddress, type ScreenPath, type ScreenSearch } from './screens.ts'

interface Page {
  page?: number | undefined
  size?: number | undefined
}

interface RangeSearch extends Page {
  name?: string | undefined
  start?: string | undefined
  end?: string | undefined
}

/** Changes search params. With `replace` no history entry is added, for example while typing. */
export type SearchChanger<Search extends object> = (next: Search, replace?: boolean) => void

export interface PaginationState {
  search: Page
  change: SearchChanger<Page>
  usualSize: number
}

/** Returns a screen's search params and their setter. Setting them keeps an open dialog open. */
export function useScreenSearch<Path extends ScreenPath>(path: Path) {
  const search = useSearch({ from: `/shell${path}` } as never) as unknown as ScreenSearch<Path>
  const router = useRouter()
  const change: SearchChanger<ScreenSearch<Path>> = useCallback(
    (next, replace = false) => {
      // Ignores a delayed change if the person has already left the screen.
      if (findScreenByAddress(router.latestLocation.pathname) !== findScreenByAddress(path)) return
      void router.navigate({
        to: '.',
        search: ((before: object) => ({ ...before, ...next })) as never,
        state: true,
        replace,
        resetScroll: false,
        ignoreBlocker: true,
      })
    },
    [router, path],
  )
  return { search, change }
}

/** Converts a list's search params to the query of its call; a missing day means today. */
export function toDayRangeQuery({ name, start, end, page = 0, size }: RangeSearch, today: string, usualSize: number) {
  const days = { start_date: start ?? today, end_date: end ?? today }
  return { name, days, asked: { page, size_page: size ?? usualSize } }
}

export function useLocalPagination(usualSize: number) {
  const [search, setSearch] = useState<Page>({})
  const change = useCallback((next: Page) => setSearch((before) => ({ ...before, ...next })), [])
  const { page = 0, size = usualSize } = search
  return { asked: { page, size_page: size }, address: { search, change, usualSize } }
}

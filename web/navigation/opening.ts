// Dialogs over a page have their own address: Back closes them, reload reopens them, and the address can be shared.
// Closing goes back in the history if the page below opened it; otherwise it replaces the entry.
import {
  type RegisteredRouter,
  useChildMatches,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
  useRouter,
} from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import type { ScreenPath, SearchAt } from './screens.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if this entry was opened over the previous one. */
    opened?: boolean
  }
}

let moved = false

/** Called when the page leaves its first address. */
export const markNavigated = (): void => {
  moved = true
}

/** True if the open dialog was open at page load. */
export const isFirstAddress = (): boolean => !moved

/** Options for the link or navigation that opens a dialog. */
export const opening = { state: { opened: true }, resetScroll: false } as const

/** Options for a dialog with its own path: the page's search params stay. */
export const overPage = { ...opening, search: true } as const

/** Path below the page's. */
export type DialogPath = Extract<keyof RegisteredRouter['routesByPath'], `${ScreenPath}/${string}`>

/** Opens a dialog with a path, with the row's id in it. */
export function useOpenDialog(): (to: DialogPath, id?: number) => void {
  const navigate = useNavigate()
  return useCallback((to, id) => void navigate({ to, params: { id: String(id) } as never, ...overPage }), [navigate])
}

/** Closes the dialog in the address without asking; `replace` rewrites the entry. */
export function useClosing(replace: () => void): () => void {
  const { history } = useRouter()
  const left = useRef<string | undefined>(undefined)
  return useCallback(() => {
    const { state } = history.location
    if (!state.opened) return replace()
    // history.back() takes a moment, in which the person may close again.
    if (left.current === state.__TSR_key) return
    left.current = state.__TSR_key
    history.back({ ignoreBlocker: true })
  }, [history, replace])
}

interface Place {
  pathname: string
  state: { opened?: boolean }
}

const isAt = ({ pathname }: Place, page: string) => pathname.replace(/\/$/, '') === page

/** Options for leaving a dialog whose input is safe. */
const quietly = { resetScroll: false, ignoreBlocker: true } as const

/**
 * Options for list changes (search, page), which may come a moment after a key. They wait while a dialog is open, and
 * never block leaving the page.
 */
export function useListAddress(): (change: (settings: typeof quietly) => void) => void {
  const { history } = useRouter()
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const isUncovered = useCallback((place: Place) => isAt(place, page) && !place.state.opened, [page])
  const waiting = useRef<((settings: typeof quietly) => void)[]>([])
  const uncovered = useLocation({ select: isUncovered })
  useEffect(() => {
    if (uncovered) for (const change of waiting.current.splice(0)) change(quietly)
  }, [uncovered])
  return useCallback(
    (change) => {
      // Uses the router's location, because a dialog just opened is not rendered yet.
      const { location } = history
      if (isUncovered(location)) change(quietly)
      else if (isAt(location, page) || location.pathname.startsWith(`${page}/`)) waiting.current.push(change)
    },
    [history, page, isUncovered],
  )
}

/** Changes search params; `replace` adds no history entry, for typing. */
export type ChangeSearch<Search extends object> = (next: Search, replace?: boolean) => void

/** For the lists of the page at `from`. */
export function useChangeSearch<Path extends ScreenPath>(from: Path): ChangeSearch<SearchAt<Path>> {
  const navigate = useNavigate({ from: from as ScreenPath })
  const onList = useListAddress()
  return useCallback(
    (next, replace = false) => {
      const search = (before: object) => ({ ...before, ...next })
      onList((settings) => void navigate({ search: search as never, replace, ...settings }))
    },
    [navigate, onList],
  )
}

/** Milliseconds of a step back on the slowest PC. */
const longest = 3000

/** True if a dialog with a path covers the calling page. */
export const useDialogOpen = (): boolean => useChildMatches({ select: (matches) => matches.length > 0 })

/** The number in the dialog's path; NaN if invalid. */
export function useDialogId(): number {
  const id = Number(useParams({ strict: false, select: (params) => params.id }))
  // An invalid id becomes 0, which no row has: a retry would not help.
  return Number.isSafeInteger(id) ? id : 0
}

/**
 * Closes the calling dialog once, unless it was left already: a late answer must not close a newer dialog at the same
 * address. Resolves when closed: nothing in it may be repeated before.
 */
export function useCloseDialog(): () => Promise<void> {
  const { state } = useRouter()
  const navigate = useNavigate()
  const own = useMatch({ strict: false, select: ({ id }) => id })
  const shown = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
      for (const tell of waiting.current.splice(0)) tell()
    }
  }, [])
  const isOpen = useCallback(() => state.matches.findIndex(({ id }) => id === own), [state, own])
  const replace = useCallback(() => {
    const page = state.matches[isOpen() - 1]?.pathname
    void navigate({ to: page, search: true, replace: true, ignoreBlocker: true, resetScroll: false })
  }, [state, isOpen, navigate])
  const close = useClosing(replace)
  return useCallback(() => {
    if (!shown.current || isOpen() <= 0) return Promise.resolve()
    close()
    // A step back past the tab's first page has no effect.
    setTimeout(() => shown.current && replace(), longest)
    return new Promise((tell) => waiting.current.push(tell))
  }, [isOpen, close, replace])
}

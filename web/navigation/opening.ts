// A card, a bill or a form that opens over a page has an address of its own: Back closes it, a reload opens it again, and
// the address can be shared. Closing it goes back in the history if the page below opened it, so that one Back is enough
// afterwards too; if somebody came to the address otherwise, closing replaces the entry.
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
    /** The entry was made by opening something over the page that is the one before. */
    opened?: boolean
  }
}

let moved = false

/** The page leaves the address at which it was loaded. */
export const markNavigated = (): void => {
  moved = true
}

/** True if what is open was open when the page was loaded, as after a reload. */
export const isFirstAddress = (): boolean => !moved

/** For the link or the navigation that opens it. */
export const opening = { state: { opened: true }, resetScroll: false } as const

/** Options for a dialog with its own path: the page's search params stay. */
export const overPage = { ...opening, search: true } as const

/** Below a page's path. */
export type DialogPath = Extract<keyof RegisteredRouter['routesByPath'], `${ScreenPath}/${string}`>

/** Opens a dialog that has a path of its own, where that names a row by its number. */
export function useOpenDialog(): (to: DialogPath, id?: number) => void {
  const navigate = useNavigate()
  return useCallback(
    (to, id) => void navigate({ to, params: { id: String(id) } as never, ...overPage }), // where the path has one
    [navigate],
  )
}

/** Closes what the address has open, without asking for what is unsaved; `replace` takes it out of the address. */
export function useClosing(replace: () => void): () => void {
  const { history } = useRouter()
  const left = useRef<string | undefined>(undefined)
  return useCallback(() => {
    const { state } = history.location
    if (!state.opened) return replace()
    // history.back() takes a moment, in which the person may close the dialog a second time.
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

/** For the navigation: what it leaves behind is the page's own, and nothing that is typed is lost. */
const quietly = { resetScroll: false, ignoreBlocker: true } as const

/**
 * For what a list changes in its page's address, a search or a page, by itself or a moment after a key. It closes nothing
 * that is open over the page: until that is closed, it waits. Nor does it hold up who leaves the page.
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
      // The router's own location, not the drawn one: a dialog that was just opened is not drawn yet.
      const { location } = history
      if (isUncovered(location)) change(quietly)
      else if (isAt(location, page) || location.pathname.startsWith(`${page}/`)) waiting.current.push(change)
    },
    [history, page, isUncovered],
  )
}

/** Changes a part of what the address says; `replace` leaves nothing to go back to, as typing does. */
export type ChangeSearch<Search extends object> = (next: Search, replace?: boolean) => void

/** For the lists of the page at `from`. */
export function useChangeSearch<Path extends ScreenPath>(from: Path): ChangeSearch<SearchAt<Path>> {
  const navigate = useNavigate({ from: from as ScreenPath }) // one of them
  const onList = useListAddress()
  return useCallback(
    (next, replace = false) => {
      const search = (before: object) => ({ ...before, ...next })
      onList((settings) => void navigate({ search: search as never, replace, ...settings })) // of the screen at `from`
    },
    [navigate, onList],
  )
}

/** Milliseconds that a step back takes on the slowest PC. */
const longest = 3000

/** True if a dialog with a path of its own is open over the page that asks. */
export const useDialogOpen = (): boolean => useChildMatches({ select: (matches) => matches.length > 0 })

/** The number in the dialog's path; NaN where it is none, which the server has no row for. */
export function useDialogId(): number {
  const id = Number(useParams({ strict: false, select: (params) => params.id }))
  // An invalid id becomes 0, which no row has: a retry would not help.
  return Number.isSafeInteger(id) ? id : 0
}

/**
 * Closes the dialog that asks, once, unless it was left already: a late answer does not close another that was opened at
 * the same address since. Answers when it is gone: until then nothing in it may be done a second time.
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
    // A step back that leads nowhere, as after another one to the tab's first page, leaves it where it is.
    setTimeout(() => shown.current && replace(), longest)
    return new Promise((tell) => waiting.current.push(tell))
  }, [isOpen, close, replace])
}

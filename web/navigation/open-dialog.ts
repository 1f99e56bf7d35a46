// Bills, client cards and other dialogs over a page have addresses of their own: Back closes them, a reload reopens
// them, and the address can be shared. Closing goes back in the history if the page below opened the dialog; otherwise
// it replaces the entry.
import {
  type RegisteredRouter,
  useChildMatches,
  useMatch,
  useNavigate,
  useParams,
  useRouter,
} from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import type { ScreenPath } from './screens.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    opened?: boolean
  }
}

let moved = false

export const recordNavigation = (): void => {
  moved = true
}

/** True until the person navigates: a dialog that is open then was already open at page load. */
export const isBeforeFirstNavigation = (): boolean => !moved

export const dialogNavigationOptions = { state: { opened: true }, resetScroll: false } as const

export const dialogOverPageOptions = { ...dialogNavigationOptions, search: true } as const

export type DialogPath = Extract<keyof RegisteredRouter['routesByPath'], `${ScreenPath}/${string}`>

export function useOpenDialog(): (to: DialogPath, id?: number) => void {
  const navigate = useNavigate()
  return useCallback(
    (to, id) => void navigate({ to, params: { id: String(id) } as never, ...dialogOverPageOptions }),
    [navigate],
  )
}

export const useIsDialogRouteOpen = (): boolean => useChildMatches({ select: (matches) => matches.length > 0 })

export function useRowIdOfOpenDialog(path: DialogPath, kind?: string): number | undefined {
  return useChildMatches({
    select: (matches) => {
      const open = matches.find(({ fullPath }) => fullPath === path)
      const params = open?.params as { id?: string; kind?: string } | undefined
      return params && params.kind === kind ? Number(params.id) : undefined
    },
  })
}

/** The id in the dialog's path. An invalid one becomes 0, which no row has, so that the dialog says 'not found'. */
export function useDialogPathId(param: 'id' | 'collection' = 'id'): number {
  const id = Number(useParams({ strict: false, select: (params) => params[param] }))
  return Number.isSafeInteger(id) ? id : 0
}

/** Returns a function that closes the calling dialog only once, and never a newer one. Resolves when closed. */
export function useCloseDialog(): () => Promise<void> {
  const { state, history } = useRouter()
  const navigate = useNavigate()
  const own = useMatch({ strict: false, select: ({ id }) => id })
  const shown = useRef(false)
  const left = useRef<string | undefined>(undefined)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
      for (const tell of waiting.current.splice(0)) tell()
    }
  }, [])
  return useCallback(() => {
    const below = state.matches[state.matches.findIndex(({ id }) => id === own) - 1]
    if (!shown.current || !below) return Promise.resolve()
    const entry = history.location.state
    if (!entry.opened || !history.canGoBack())
      void navigate({ to: below.pathname, search: true, replace: true, ignoreBlocker: true, resetScroll: false })
    // Going back takes a moment, in which the person may press close again; the history must not go back twice.
    else if (left.current !== entry.__TSR_key) {
      left.current = entry.__TSR_key
      history.back({ ignoreBlocker: true })
    }
    return new Promise((tell) => waiting.current.push(tell))
  }, [state, history, navigate, own])
}

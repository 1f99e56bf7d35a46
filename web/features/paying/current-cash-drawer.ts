// Keeps this computer's cash drawer and its open shift in local storage, by gym. Without a drawer no shift is sent.
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { isShiftMissingMessage } from '../../api/api-error.ts'
import { makeLocalEntries } from '../../api/local-storage-entries.ts'
import { readToken } from '../../api/session-token.ts'
import { readTokenSubject } from '../../api/token-subject.ts'
import { staleTimeOfAnnouncedMs, useEndpoint } from '../../api/use-endpoint.ts'

interface OwnDrawer {
  drawer: number
  /** Id of the shift that was open when last loaded; null if none was open. */
  shift: number | null
}

const prefix = 'drawer:'
const nameOf = () => `${prefix}${readTokenSubject(readToken())?.id_gym ?? 0}`

const stored = makeLocalEntries<OwnDrawer>(
  prefix,
  ({ drawer, shift }) => typeof drawer === 'number' && (shift === null || typeof shift === 'number'),
)

const readText = (): string | null => localStorage.getItem(nameOf())

function keep(own: OwnDrawer | null): void {
  // If storage is full or forbidden, this computer has no cash drawer.
  if (own) stored.keep(nameOf(), own)
  else stored.forget(nameOf())
}

export const storeComputerDrawer = (drawer: number | null): void =>
  keep(drawer === null ? null : { drawer, shift: null })

/** Field with the open shift, for requests that move money at this computer. */
export function makeOpenShiftField(): { id_shift?: number } {
  const shift = stored.readAt(nameOf())?.shift
  return shift == null ? {} : { id_shift: shift }
}

/** This computer's drawer and the list of all, which is loaded if `asked` or if this computer has a drawer. */
export function useDrawers(asked = false) {
  const text = useSyncExternalStore(stored.watch, readText)
  const own = useMemo(() => stored.read(text), [text])
  const query = useEndpoint(
    'cash-shifts.drawers',
    {},
    { staleTime: staleTimeOfAnnouncedMs, enabled: asked || own !== null },
  )
  // A drawer just added may be missing in the list; drawers are never deleted.
  const found = query.data?.find(({ id }) => id === own?.drawer)
  useEffect(() => {
    if (!own || !found) return
    const shift = found.shift?.id ?? null
    if (found.is_hidden) keep(null)
    else if (shift !== own.shift) keep({ drawer: own.drawer, shift })
  }, [own, found])
  return { query, own: found?.is_hidden ? null : (found ?? null) }
}

/** True if the gym has drawers in use. Without `asked` they are loaded only if this computer has a drawer. */
export function useHasDrawersInUse(asked: boolean): boolean {
  const { query, own } = useDrawers(asked)
  return own !== null || (query.data?.some(({ is_hidden }) => !is_hidden) ?? false)
}

/** Returns the error. A refusal because no shift was open becomes null once another shift is open. */
export function useErrorUntilShiftOpens(error: Error | null): Error | null {
  const shift = useDrawers().own?.shift?.id
  const refused = useRef({ error, shift })
  if (refused.current.error !== error) refused.current = { error, shift }
  const mended = error && isShiftMissingMessage(error.message) && shift !== undefined && shift !== refused.current.shift
  return mended ? null : error
}

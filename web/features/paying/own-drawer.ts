// The drawer that stands beside this computer, and the shift that is open there: in local storage, by gym. Where there is none,
// nobody is asked for one, and nothing is shown of it.
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { needsShift } from '../../api/api-error.ts'
import { storedEntries } from '../../api/stored-entries.ts'
import { readToken } from '../../api/token.ts'
import { readSubject } from '../../api/token-subject.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'

interface OwnDrawer {
  drawer: number
  /** The last known shift; null if none is open. */
  shift: number | null
}

const hour = 3_600_000

const prefix = 'drawer:'
const nameOf = () => `${prefix}${readSubject(readToken())?.id_gym ?? 0}`

const stored = storedEntries<OwnDrawer>(
  prefix,
  ({ drawer, shift }) => typeof drawer === 'number' && (shift === null || typeof shift === 'number'),
)

const readText = (): string | null => localStorage.getItem(nameOf())

function keep(own: OwnDrawer | null): void {
  // If storage is full or forbidden, this computer has no drawer.
  if (own) stored.keep(nameOf(), own)
  else stored.forget(nameOf())
}

export const chooseDrawer = (drawer: number | null): void => keep(drawer === null ? null : { drawer, shift: null })

/** In the body of what moves money at this counter. */
export function ownShiftBody(): { id_shift?: number } {
  const shift = stored.readAt(nameOf())?.shift
  return shift == null ? {} : { id_shift: shift }
}

/** The drawers, where this computer has one or its screen asks; and which of them is its own. What changes them announces it. */
export function useDrawers(asked = false) {
  const text = useSyncExternalStore(stored.watch, readText)
  const own = useMemo(() => stored.read(text), [text])
  const query = useEndpoint('cash-shifts.drawers', {}, { staleTime: hour, enabled: asked || own !== null })
  // One that was just made is not told yet; none is ever deleted.
  const found = query.data?.find(({ id }) => id === own?.drawer)
  useEffect(() => {
    if (!own || !found) return
    const shift = found.shift?.id ?? null
    if (found.is_hidden) keep(null)
    else if (shift !== own.shift) keep({ drawer: own.drawer, shift })
  }, [own, found])
  return { query, own: found?.is_hidden ? null : (found ?? null) }
}

/** True if the gym counts drawers; `asked`: also where this computer chose none. */
export function useHasDrawer(asked: boolean): boolean {
  const { query, own } = useDrawers(asked)
  return own !== null || (query.data?.some(({ is_hidden }) => !is_hidden) ?? false)
}

/** Why it was refused, until that is mended: what wanted an open drawer goes on once another shift than before is open. */
export function useUnmended(error: Error | null): Error | null {
  const shift = useDrawers().own?.shift?.id
  const refused = useRef({ error, shift })
  if (refused.current.error !== error) refused.current = { error, shift }
  const mended = error && needsShift(error.message) && shift !== undefined && shift !== refused.current.shift
  return mended ? null : error
}

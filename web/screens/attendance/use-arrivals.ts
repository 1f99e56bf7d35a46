import type { Attendance } from '@torniquete/contract/attendances.ts'
import { useEffect, useRef, useState } from 'react'

/** Milliseconds that an arrival is marked. */
const markedFor = 4000
const none: ReadonlySet<number> = new Set()

/** The attendances that came while the list was being looked at. `list` names what is listed: another has no arrivals. */
export function useArrivals(rows: readonly Attendance[] | undefined, list: string): ReadonlySet<number> {
  const seen = useRef<{ list: string; ids: ReadonlySet<number> } | null>(null)
  const [arrived, setArrived] = useState(none)
  useEffect(() => {
    if (!rows) return
    const ids = new Set(rows.map((row) => row.attendance_id))
    const before = seen.current?.list === list ? seen.current.ids : null
    seen.current = { list, ids }
    const fresh = before ? [...ids].filter((id) => !before.has(id)) : []
    if (fresh.length === 0) return
    setArrived((marked) => new Set([...marked, ...fresh]))
    // Not cleared by the next answer: each arrival has its own time.
    setTimeout(() => setArrived((marked) => new Set([...marked].filter((id) => !fresh.includes(id)))), markedFor)
  }, [rows, list])
  return arrived
}

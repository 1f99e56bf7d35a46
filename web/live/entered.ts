// Who came in a moment ago, as the stream tells it: what lists them draws the row before it has asked.
import type { Entered } from '@torniquete/contract/members/attendances.ts'
import { makeStore } from '../kit/store.ts'

export interface Told {
  entry: Entered
  /** When, in milliseconds since 1970. */
  at: number
  /** A list has told of them since. */
  listed?: boolean
}

/** Those that were told last, newest first. */
export const enteredStore = makeStore<readonly Told[]>([])
/** How many lists of this page draw them. */
export const drawing = { lists: 0 }

const most = 50

export function tellEntered(entries: readonly Entered[]): void {
  const at = Date.now()
  enteredStore.set([...entries.map((entry) => ({ entry, at })), ...enteredStore.read()].slice(0, most))
}

/** Those the list itself has told of: taken back, they stand no more. Their doors may be told later than they. */
export function markListed(listed: readonly { attendance_id: number }[]): void {
  const ids = new Set(listed.map(({ attendance_id }) => attendance_id))
  const all = enteredStore.read()
  const isNews = (told: Told) => !told.listed && ids.has(told.entry.attendance_id)
  if (all.some(isNews)) enteredStore.set(all.map((told) => (isNews(told) ? { ...told, listed: true } : told)))
}

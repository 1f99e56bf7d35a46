// Who came in a moment ago, as the stream tells it: what lists them draws the row before it has asked.
import type { Entered } from '@torniquete/contract/attendances.ts'
import { makeStore } from '../kit/store.ts'

export interface Told {
  entry: Entered
  /** When, in milliseconds since 1970. */
  at: number
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

// What whoever made a gym hands over to its owner. It is in no answer and in no storage: the page keeps it for an hour, for
// whoever put it away too early.
import { makeStore } from '../../kit/store.ts'
import type { Entry } from './first-login.ts'

const kept = 60 * 60_000

interface Told {
  entry: Entry
  /** Whether it is read now. */
  isOpen: boolean
}

export const toldEntry = makeStore<Told | null>(null)

let forgetting: ReturnType<typeof setTimeout> | undefined

/** `isOpen`: it is read at once, for nobody knows its password yet. */
export function tellEntry(entry: Entry, isOpen: boolean): void {
  clearTimeout(forgetting)
  forgetting = setTimeout(() => toldEntry.set(null), kept)
  toldEntry.set({ entry, isOpen })
}

// What whoever made a gym hands over to its owner. It is in no answer and in no storage: the page keeps it for an hour, for
// whoever put it away too early, as long as it holds and the same person is there.
import { readHolder, readToken, watchToken } from '../../api/token.ts'
import { readSubject } from '../../api/token-subject.ts'
import { makeStore } from '../../kit/store.ts'
import type { Entry } from './first-login.ts'

const kept = 60 * 60_000

interface Told {
  /** In their order. */
  entries: readonly Entry[]
  /** The one that is read now. */
  open: Entry | null
}

const nothing: Told = { entries: [], open: null }

export const entryNotices = makeStore<Told>(nothing)

const reader = () => (readHolder() ?? readSubject(readToken()))?.id_user
let told: number | undefined

watchToken(() => {
  if (reader() !== told) entryNotices.set(nothing)
})

/** Null puts away what is read. */
export const openEntry = (open: Entry | null): void => entryNotices.set({ ...entryNotices.read(), open })

/** Nobody comes in by it any more. */
export function forgetEntry({ username }: Pick<Entry, 'username'>): void {
  const { entries, open } = entryNotices.read()
  const isOther = (entry: Entry | null) => entry?.username !== username
  entryNotices.set({ entries: entries.filter(isOther), open: isOther(open) ? open : null })
}

/** `isOpen`: it is read at once, for nobody knows its password yet. */
export function showEntry(entry: Entry, isOpen: boolean): void {
  told = reader()
  setTimeout(() => {
    if (entryNotices.read().entries.includes(entry)) forgetEntry(entry)
  }, kept)
  entryNotices.set({ entries: [...entryNotices.read().entries, entry], open: isOpen ? entry : null })
}

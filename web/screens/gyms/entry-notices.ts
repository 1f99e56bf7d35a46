// Logins of new gyms, to hand over to their owners. The password is in no answer of the server, so the tab keeps it for an hour,
// over a reload too, as long as the same user is logged in.
import { keepJson, oneUserPrefix, parsed } from '../../api/stored-entries.ts'
import { readHolder, readToken, watchToken } from '../../api/token.ts'
import { readSubject } from '../../api/token-subject.ts'
import { makeStore } from '../../kit/store.ts'
import type { Entry } from './first-login.ts'

const keptMs = 60 * 60_000
const storageKey = `${oneUserPrefix}entry-notices`

interface TimedEntry extends Entry {
  /** Milliseconds since 1970. */
  until: number
}

interface Notices {
  /** In their order. */
  entries: readonly TimedEntry[]
  /** The one that is read now. */
  open: Entry | null
}

interface StoredNotices extends Notices {
  /** The id of the user who made the gyms. */
  user: number
}

const nothing: Notices = { entries: [], open: null }

export const entryNotices = makeStore<Notices>(nothing)

const readUser = () => (readHolder() ?? readSubject(readToken()))?.id_user

function setNotices(notices: Notices): void {
  entryNotices.set(notices)
  if (notices.entries.length > 0) keepJson('sessionStorage', storageKey, { ...notices, user: owner })
  else sessionStorage.removeItem(storageKey)
}

const isCurrent = ({ until }: TimedEntry) => until > Date.now() && until <= Date.now() + keptMs

function forgetInTime(entry: TimedEntry): void {
  setTimeout(() => {
    if (entryNotices.read().entries.includes(entry)) forgetEntry(entry)
  }, entry.until - Date.now())
}

/** Reads what the tab kept before a reload. */
function restoreNotices(): void {
  const stored = parsed<StoredNotices>(sessionStorage.getItem(storageKey), ({ entries }) => Array.isArray(entries))
  const entries = stored?.user === owner ? (stored?.entries.filter(isCurrent) ?? []) : []
  entries.forEach(forgetInTime)
  setNotices({ entries, open: entries.find(({ username }) => username === stored?.open?.username) ?? null })
}

let owner = readUser()
restoreNotices()

watchToken(() => {
  if (readUser() !== owner) setNotices(nothing)
})

/** Null puts away what is read. */
export const openEntry = (open: Entry | null): void => setNotices({ ...entryNotices.read(), open })

/** Forgets an entry that no longer works. */
export function forgetEntry({ username }: Pick<Entry, 'username'>): void {
  const { entries, open } = entryNotices.read()
  const isOther = (entry: Entry | null) => entry?.username !== username
  setNotices({ entries: entries.filter(isOther), open: isOther(open) ? open : null })
}

/** `isOpen`: it is read at once, for nobody knows its password yet. */
export function showEntry(entry: Entry, isOpen: boolean): void {
  owner = readUser()
  const timed = { ...entry, until: Date.now() + keptMs }
  forgetInTime(timed)
  setNotices({ entries: [...entryNotices.read().entries, timed], open: isOpen ? timed : null })
}

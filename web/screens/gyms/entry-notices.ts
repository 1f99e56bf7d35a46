// Logins of new gyms for their owners. The server never returns passwords, so the tab keeps them for an hour, across
// reloads, for the same user.
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
  entries: readonly TimedEntry[]
  open: Entry | null
}

interface StoredNotices extends Notices {
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

export const openEntry = (open: Entry | null): void => setNotices({ ...entryNotices.read(), open })

export function forgetEntry({ username }: Pick<Entry, 'username'>): void {
  const { entries, open } = entryNotices.read()
  const isOther = (entry: Entry | null) => entry?.username !== username
  setNotices({ entries: entries.filter(isOther), open: isOther(open) ? open : null })
}

/** `isOpen`: shown at once, because the password is new. */
export function showEntry(entry: Entry, isOpen: boolean): void {
  owner = readUser()
  const timed = { ...entry, until: Date.now() + keptMs }
  forgetInTime(timed)
  setNotices({ entries: [...entryNotices.read().entries, timed], open: isOpen ? timed : null })
}

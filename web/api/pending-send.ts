// Booking calls (they move money or stock) that were sent and are not answered yet, in local storage: one entry each, so that tabs
// do not overwrite each other's. The entry is written before the call is sent and deleted with its answer, so it survives the page.

import { type BookingCallName, isBookingCall } from './booking-calls.ts'
import { oldestFirst, storedEntries } from './stored-entries.ts'

export interface Owner {
  gym: number
  user: number
}

export interface PendingSend extends Owner {
  call: BookingCallName
  key: string
  params?: unknown
  body: unknown
  /** The subject of a Spanish sentence: 'La venta a José por $ 350.00'. */
  label: string
  /** The key in local storage of the draft that the call was made from; it stays until the call is answered. */
  draft?: string | undefined
  /** When it was first sent, in milliseconds since 1970. */
  at: number
  /** The person stopped the retries: the call is not sent again without another press. */
  stopped?: boolean
}

const prefix = 'pending:'
const day = 86_400_000

/** Milliseconds. The server forgets idempotency keys after 7 days; a day less, since this clock may be wrong. */
const repeatable = 6 * day

const folderOf = ({ gym, user }: Owner) => `${prefix}${gym}:${user}:`
const nameOf = (entry: Owner & Pick<PendingSend, 'key'>) => folderOf(entry) + entry.key

/** The name of the tab lock (tab-lock.ts) under which the call is repeated. */
export const getLockName = ({ key }: PendingSend): string => `pending-send:${key}`

const stored = storedEntries<PendingSend>(
  prefix,
  ({ call, key, label, at }) =>
    typeof call === 'string' &&
    isBookingCall(call) &&
    typeof key === 'string' &&
    typeof label === 'string' &&
    typeof at === 'number',
)
/** Calls back after each change, of other tabs too. */
export const watchPending = stored.watch

/** True if it is stored now. False where storage is full or forbidden: then only the open page knows of the call. */
export const storePending = (entry: PendingSend): boolean => stored.keep(nameOf(entry), entry)

/** The call is answered: deletes its entry and the draft that it was made from. */
export function completePending(entry: PendingSend): void {
  if (entry.draft) localStorage.removeItem(entry.draft)
  forgetPending(entry)
}

export const forgetPending = (entry: PendingSend): void => stored.forget(nameOf(entry))

/** This person's unanswered calls in this gym, the oldest first; entries that cannot be read are skipped. */
export const listPending = (owner: Owner): PendingSend[] => stored.readIn(folderOf(owner)).sort(oldestFirst)

// The tests of what calls the server have no window.
const atLoad = globalThis.window ? stored.namesIn().filter(stored.readAt) : []

/** True if this person had unanswered calls when the page was loaded; they may have been answered since. */
export const hadPendingAtLoad = (owner: Owner): boolean => atLoad.some((name) => name.startsWith(folderOf(owner)))

/** True if a call with this key is still without an answer. */
export const isUnderWay = (owner: Owner, key: string): boolean =>
  localStorage.getItem(nameOf({ ...owner, key })) !== null

/** The entry as it stands now; null once it is answered, in whatever tab. */
export const readPending = (entry: PendingSend): PendingSend | null => stored.readAt(nameOf(entry))

/** True if its key may have been forgotten by the server, so that a repeat might do it twice. */
export const isTooOld = ({ at }: PendingSend, now: number): boolean => now - at > repeatable

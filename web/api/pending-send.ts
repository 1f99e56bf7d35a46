// Calls that move money or stock, were sent and are not answered, in local storage: one entry each, so that tabs do not overwrite
// each other's. An entry stands there from before it is sent until its answer, whatever happens to the page meanwhile.

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
  /** What it is about, as a sentence's beginning: 'La venta a José por $ 350.00'. */
  label: string
  /** The name in local storage of what it was made of, which is kept until the call is done. */
  draft?: string | undefined
  /** When it was first sent, in milliseconds since 1970. */
  at: number
  /** The person gave up waiting: it is not sent again by itself. */
  stopped?: boolean
}

const prefix = 'pending:'
const day = 86_400_000

/** The server forgets keys after 7 days. A day less, since this clock may be wrong. */
const repeatable = 6 * day

const folderOf = ({ gym, user }: Owner) => `${prefix}${gym}:${user}:`
const nameOf = (entry: Owner & Pick<PendingSend, 'key'>) => folderOf(entry) + entry.key

/** The name under which one tab at a time works on it. */
export const lockNameOf = ({ key }: PendingSend): string => `pending-send:${key}`

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

/** Whether it is stored now. False where storage is full or forbidden: then only the open page knows of the call. */
export const storePending = (entry: PendingSend): boolean => stored.keep(nameOf(entry), entry)

/** It is done: what it was made of is not to be sent again. */
export function completePending(entry: PendingSend): void {
  if (entry.draft) localStorage.removeItem(entry.draft)
  forgetPending(entry)
}

export const forgetPending = (entry: PendingSend): void => stored.forget(nameOf(entry))

/** What this person has left unanswered in this gym, the oldest first. What cannot be read is passed over. */
export const pendingOf = (owner: Owner): PendingSend[] => stored.readIn(folderOf(owner)).sort(oldestFirst)

// The tests of what calls the server have no window.
const atLoad = globalThis.window ? stored.namesIn().filter(stored.readAt) : []

/** Whether this person had anything unanswered when the page was loaded: it may have been brought to its end since. */
export const hadPendingAtLoad = (owner: Owner): boolean => atLoad.some((name) => name.startsWith(folderOf(owner)))

/** Whether a call with this key is under way, or nobody knows what became of it. */
export const isUnderWay = (owner: Owner, key: string): boolean =>
  localStorage.getItem(nameOf({ ...owner, key })) !== null

/** The entry as it stands now; null once it is answered, in whatever tab. */
export const readPending = (entry: PendingSend): PendingSend | null => stored.readAt(nameOf(entry))

/** Whether its key may have been forgotten by the server, so that a repeat might do it twice. */
export const isTooOld = ({ at }: PendingSend, now: number): boolean => now - at > repeatable

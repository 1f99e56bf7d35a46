// Calls that move money or stock, were sent and are not answered, in local storage: one entry each, so that tabs do not overwrite
// each other's. An entry stands there from before it is sent until its answer, whatever happens to the page meanwhile.

import { type BookingCallName, isBookingCall } from './booking-calls.ts'
import { storedEntries } from './stored-entries.ts'

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

const nameOf = ({ gym, user, key }: Owner & Pick<PendingSend, 'key'>) => `${prefix}${gym}:${user}:${key}`

/** The name under which one tab at a time works on it. */
export const lockNameOf = ({ key }: PendingSend): string => `pending-send:${key}`

const { announce, watch } = storedEntries(prefix)
/** Calls back after each change, of other tabs too. */
export const watchPending = watch

/** Whether it is stored now. False where storage is full or forbidden: then only the open page knows of the call. */
export function storePending(entry: PendingSend): boolean {
  try {
    localStorage.setItem(nameOf(entry), JSON.stringify(entry))
  } catch {
    return false
  }
  announce()
  return true
}

/** It is done: what it was made of is not to be sent again. */
export function completePending(entry: PendingSend): void {
  if (entry.draft) localStorage.removeItem(entry.draft)
  forgetPending(entry)
}

export function forgetPending(entry: PendingSend): void {
  localStorage.removeItem(nameOf(entry))
  announce()
}

function read(text: string | null): PendingSend | null {
  try {
    const entry: Partial<PendingSend> | null = JSON.parse(text ?? 'null')
    const whole =
      typeof entry?.call === 'string' &&
      isBookingCall(entry.call) &&
      typeof entry.key === 'string' &&
      typeof entry.label === 'string' &&
      typeof entry.at === 'number'
    return whole ? (entry as PendingSend) : null // the rest is written by storePending alone
  } catch {
    return null
  }
}

/** What this person has left unanswered in this gym, the oldest first. What cannot be read is passed over. */
export function pendingOf({ gym, user }: Owner): PendingSend[] {
  const mine = Object.keys(localStorage).filter((name) => name.startsWith(`${prefix}${gym}:${user}:`))
  return mine
    .map((name) => read(localStorage.getItem(name)))
    .filter((entry) => entry !== null)
    .sort((one, other) => one.at - other.at)
}

// The tests of what calls the server have no window.
const atLoad = globalThis.window
  ? Object.keys(localStorage).filter((name) => name.startsWith(prefix) && read(localStorage.getItem(name)) !== null)
  : []

/** Whether this person had anything unanswered when the page was loaded: it may have been brought to its end since. */
export const hadPendingAtLoad = ({ gym, user }: Owner): boolean =>
  atLoad.some((name) => name.startsWith(`${prefix}${gym}:${user}:`))

/** Whether a call with this key is under way, or nobody knows what became of it. */
export const isUnderWay = (owner: Owner, key: string): boolean =>
  localStorage.getItem(nameOf({ ...owner, key })) !== null

/** The entry as it stands now; null once it is answered, in whatever tab. */
export const readPending = (entry: PendingSend): PendingSend | null => read(localStorage.getItem(nameOf(entry)))

/** Whether its key may have been forgotten by the server, so that a repeat might do it twice. */
export const isTooOld = ({ at }: PendingSend, now: number): boolean => now - at > repeatable

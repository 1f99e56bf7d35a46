// Booking calls (they move money or stock) that were sent and are not answered yet, in local storage: one entry each, so that tabs
// do not overwrite each other's. The entry is written before the call is sent and deleted with its answer, so it survives the page.

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

const nameOf = ({ gym, user, key }: Owner & Pick<PendingSend, 'key'>) => `${prefix}${gym}:${user}:${key}`

/** The name of the tab lock (tab-lock.ts) under which the call is repeated. */
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

/** The call is answered: deletes its entry and the draft that it was made from. */
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

/** This person's unanswered calls in this gym, the oldest first; entries that cannot be read are skipped. */
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

/** Whether this person had unanswered calls when the page was loaded; they may have been answered since. */
export const hadPendingAtLoad = ({ gym, user }: Owner): boolean =>
  atLoad.some((name) => name.startsWith(`${prefix}${gym}:${user}:`))

/** Whether a call with this key is still without an answer. */
export const isUnderWay = (owner: Owner, key: string): boolean =>
  localStorage.getItem(nameOf({ ...owner, key })) !== null

/** The entry as it stands now; null once it is answered, in whatever tab. */
export const readPending = (entry: PendingSend): PendingSend | null => read(localStorage.getItem(nameOf(entry)))

/** Whether its key may have been forgotten by the server, so that a repeat might do it twice. */
export const isTooOld = ({ at }: PendingSend, now: number): boolean => now - at > repeatable

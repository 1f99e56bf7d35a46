// Actions of forms can be undone for five minutes by a void, a restore or the former values (features/undo).
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { now } from '../api/server-clock.ts'
import { makeStore } from '../kit/store.ts'
import type { ToastAction } from '../kit/toast.ts'

export interface SentCall {
  call: EndpointName
  input: { params?: unknown; body?: unknown; ifMatch?: string | null }
  /** The server's answer, unprocessed. */
  answer?: unknown
}

/** A save that succeeded. */
export interface Done {
  sent: readonly SentCall[]
  /** Former values of the edited fields that the row shows. */
  former: object | undefined
  /** Title of the toast. */
  title: string
  /** Detail of the toast, or the owner of a deleted row. */
  detail: string | null
  /** Server time. */
  at: number
}

export interface Undoing {
  /** Keeps it; nothing where it cannot be undone. */
  offer: (done: Done) => ToastAction | undefined
  /** The last that whoever did it can undo, in words. */
  last: () => string | null
  undoLast: () => void
}

export const undoing = makeStore<Undoing | null>(null)

/** Keeps what was done, and answers what its toast offers. */
export const offerUndo = (done: Omit<Done, 'at'>): ToastAction | undefined =>
  undoing.read()?.offer({ ...done, at: now().getTime() })

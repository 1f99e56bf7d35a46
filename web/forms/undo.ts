// What a form has done can be undone for five minutes, by a void, a restore or the values of before: features/undo knows how.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { now } from '../api/server-clock.ts'
import { makeStore } from '../kit/store.ts'
import type { ToastAction } from '../kit/toast.ts'

export interface SentCall {
  call: EndpointName
  input: { params?: unknown; body?: unknown; ifMatch?: string | null }
  /** What the server said to it, whatever its form makes of that. */
  answer?: unknown
}

/** A save that succeeded. */
export interface Done {
  sent: readonly SentCall[]
  /** Of an edit: the body's fields as they were, of those that the row shows. */
  former: object | undefined
  /** As its toast says it. */
  title: string
  /** As its toast says it, or whose row is gone. */
  detail: string | null
  /** By the server's clock. */
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

// Actions of forms can be undone for five minutes by a void, a restore or the former values (features/undo).
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { now } from '../api/server-clock.ts'
import { makeStore } from '../kit/store.ts'
import type { ToastAction } from '../kit/ToastMessage.tsx'

export interface SentCall {
  call: EndpointName
  input: { params?: unknown; body?: unknown; ifMatch?: string | null }
  /** The server's answer, unprocessed. */
  answer?: unknown
}

export interface Done {
  sent: readonly SentCall[]
  /** Former values of the edited fields that the row shows. */
  former: object | undefined
  title: string
  /** Detail of the toast, or the owner of a deleted row. */
  detail: string | null
  at: number
}

export interface Undoing {
  /** Stores the action unless it cannot be undone. */
  offer: (done: Done) => ToastAction | undefined
  /** Text of the user's last undoable action. */
  last: () => string | null
  undoLast: () => void
}

export const undoing = makeStore<Undoing | null>(null)

/** Stores the action and returns the undo button for its toast. */
export const offerUndo = (done: Omit<Done, 'at'>): ToastAction | undefined =>
  undoing.read()?.offer({ ...done, at: now().getTime() })

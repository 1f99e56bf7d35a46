// Form actions can be undone for five minutes, by a void, a restore or writing the former values (features/undo).
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { now } from '../api/server-clock.ts'
import { makeStore } from '../kit/store.ts'
import type { ToastAction } from '../kit/ToastMessage.tsx'

export interface SentCall {
  call: EndpointName
  input: { params?: unknown; body?: unknown; ifMatch?: string | null }
  answer?: unknown
}

export interface FinishedAction {
  sent: readonly SentCall[]
  former: object | undefined
  title: string
  /** Second line of the toast; for a deletion, the owner of the deleted row. */
  detail: string | null
  at: number
}

export interface UndoControls {
  offer: (done: FinishedAction) => ToastAction | undefined
  last: () => string | null
  undoLast: () => void
}

export const undoControlsStore = makeStore<UndoControls | null>(null)

export const offerUndo = (done: Omit<FinishedAction, 'at'>): ToastAction | undefined =>
  undoControlsStore.read()?.offer({ ...done, at: now().getTime() })

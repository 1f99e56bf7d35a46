import { useSyncExternalStore } from 'react'
import { readHolder, watchToken } from '../api/token.ts'
import { dialogOnDemand } from '../kit/on-demand.tsx'

/** The shell fetches it in idle time. */
export const PasswordDialog = dialogOnDemand(() => import('./PasswordDialog.tsx'), 'PasswordDialog')

/** Shown while a session has ended over something unsaved. */
export function SessionQuestion() {
  const holder = useSyncExternalStore(watchToken, readHolder)
  return holder && <PasswordDialog holder={holder} />
}

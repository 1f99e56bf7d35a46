import { useSyncExternalStore } from 'react'
import { readHolder, watchToken } from '../api/token.ts'
import { PasswordDialog } from './PasswordDialog.tsx'

/** Shown while a session has ended over something unsaved. */
export function SessionQuestion() {
  const holder = useSyncExternalStore(watchToken, readHolder)
  return holder && <PasswordDialog holder={holder} />
}

import { useSyncExternalStore } from 'react'
import { readHolder, watchToken } from '../api/token.ts'
import { PasswordDialog } from './PasswordDialog.tsx'

/** Shown after a session ended during unsaved work. */
export function SessionQuestion() {
  const holder = useSyncExternalStore(watchToken, readHolder)
  return holder && <PasswordDialog holder={holder} />
}

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { readHolder, watchToken } from '../api/token.ts'

/** The shell fetches it in idle time. */
export const loadPasswordDialog = () => import('./PasswordDialog.tsx')
const PasswordDialog = lazy(() => loadPasswordDialog().then(({ PasswordDialog }) => ({ default: PasswordDialog })))

/** Shown while a session has ended over something unsaved. */
export function SessionQuestion() {
  const holder = useSyncExternalStore(watchToken, readHolder)
  return <Suspense>{holder && <PasswordDialog holder={holder} />}</Suspense>
}

import { useBlocker } from '@tanstack/react-router'
import { readToken } from '../../api/token.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'

/** Asks before a tab or page with unsaved changes is left. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    // Where the session ended, nothing can be saved any more.
    shouldBlockFn: () => dirty && readToken() !== null,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      opened
      title="Hay cambios sin guardar"
      confirmLabel="Descartar"
      cancelLabel="Seguir editando"
      onCancel={blocker.reset}
      onConfirm={blocker.proceed}
    >
      Si sales ahora, se pierde lo que escribiste.
    </ConfirmDialog>
  )
}

import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import type { CallFunction } from '../api/call.ts'
import { ActionDialog } from './ActionDialog.tsx'

/** Spanish texts of a deletion. `tryAgain` comes before the server's reason or, if a function, replaces it. */
export interface DeleteDialogTexts {
  done: string
  failed: string
  tryAgain: string | ((error: Error) => string)
  unknown?: string
}

interface DeleteDialogProps extends DeleteDialogTexts {
  children: ReactNode
  remove: (send: CallFunction) => Promise<unknown>
  name?: string
  onDeleted?: () => void
  onClose: () => void
}

export function DeleteDialog({ children, remove, name, onDeleted, onClose, ...texts }: DeleteDialogProps) {
  const { done, failed, tryAgain, unknown } = texts
  const described = (error: Error) =>
    typeof tryAgain === 'function'
      ? tryAgain(error)
      : [tryAgain, error instanceof ApiError ? error.message : unknown].filter(Boolean).join('. ')
  return (
    <ActionDialog
      action={{
        run: (_, send) => remove(send),
        done,
        removed: name,
        onSaved: () => onDeleted?.(),
        failure: (error) => ({ title: failed, description: described(error) }),
      }}
      onClose={onClose}
    >
      {children}
    </ActionDialog>
  )
}

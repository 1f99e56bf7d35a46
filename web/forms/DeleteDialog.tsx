import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import type { Send } from '../api/call.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { useSave } from './use-save.ts'

interface DeleteDialogProps {
  /** The question. */
  children: ReactNode
  remove: (send: Send) => Promise<unknown>
  /**
   * The specification's texts: the success, the title of a failure and what it says before the server's reason, or in its
   * place.
   */
  done: string
  /** Owner of the row. */
  name?: string
  failed: string
  tryAgain: string | ((error: Error) => string)
  /** In the place of a reason, where it did not come to a call. */
  unknown?: string
  onDeleted?: () => void
  onClose: () => void
}

export function DeleteDialog({
  children,
  remove,
  done,
  name,
  failed,
  tryAgain,
  unknown,
  onDeleted,
  onClose,
}: DeleteDialogProps) {
  const described = (error: Error) =>
    typeof tryAgain === 'function'
      ? tryAgain(error)
      : [tryAgain, error instanceof ApiError ? error.message : unknown].filter(Boolean).join('. ')
  const deletion = useSave({
    run: (_: null, send) => remove(send),
    done,
    removed: name,
    onSaved: () => {
      onDeleted?.()
      onClose()
    },
    failure: (error) => ({ title: failed, description: described(error) }),
  })
  return (
    <ConfirmDialog pending={deletion.pending} onCancel={onClose} onConfirm={() => deletion.submit(null)}>
      {children}
    </ConfirmDialog>
  )
}

import type { ReactNode } from 'react'
import { useSave } from '../api/use-save.ts'
import type { Send } from '../api/use-send.ts'
import { ConfirmDialog } from '../kit/confirm-on-demand.ts'

interface DeleteDialogProps {
  /** What is asked. */
  children: ReactNode
  remove: (send: Send) => Promise<unknown>
  /** The specification's texts: the success, and the title and description of a failure. */
  done: string
  failed: string
  /** Of what went wrong. */
  describe: (error: Error) => string
  onDeleted?: () => void
  onClose: () => void
  /** A text that has to be typed first. */
  typed?: string
}

export function DeleteDialog({
  children,
  remove,
  done,
  failed,
  describe,
  onDeleted,
  onClose,
  typed,
}: DeleteDialogProps) {
  const deletion = useSave({
    run: (_: null, send) => remove(send),
    done,
    onSaved: () => {
      onDeleted?.()
      onClose()
    },
    failure: (error) => ({ title: failed, description: describe(error) }),
  })
  return (
    <ConfirmDialog
      opened
      typed={typed}
      pending={deletion.pending}
      onCancel={onClose}
      onConfirm={() => deletion.submit(null)}
    >
      {children}
    </ConfirmDialog>
  )
}

import type { ComponentProps } from 'react'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { type SaveOptions, useSave } from './use-save.ts'

interface ActionDialogProps<Result>
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'pending' | 'onConfirm' | 'onCancel'> {
  action: SaveOptions<null, Result>
  /** Called after the action, or when the person cancels it. */
  onClose: () => void
}

/** Question whose confirmation makes a call. */
export function ActionDialog<Result>({ action, onClose, ...question }: ActionDialogProps<Result>) {
  const { submit, pending } = useSave<null, Result>({
    ...action,
    onSaved: (result) => {
      action.onSaved?.(result, null)
      onClose()
    },
  })
  return <ConfirmDialog {...question} pending={pending} onConfirm={() => submit(null)} onCancel={onClose} />
}

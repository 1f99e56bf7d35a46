import { type ReactNode, useState } from 'react'
import type { Send } from '../api/use-send.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'
import { useSave } from './use-save.ts'

interface ReasonDialogProps {
  title: string
  submitLabel: string
  pendingLabel?: string
  danger?: boolean
  /** As it is stored already, or as it is proposed. */
  stored?: string
  /** What is said beside the reason, and keeps it from being sent. */
  wrong?: string | null
  /** Focuses the reason although other fields stand before it. */
  focusReason?: boolean
  run: (reason: string, send: Send) => Promise<unknown>
  /** The success toast. */
  done: string
  onSaved: () => void
  onClose: () => void
  /** `tried`: it was submitted, so that errors may be shown. */
  children?: ReactNode | ((tried: boolean) => ReactNode)
}

/** Asks why something is or was done. */
export function ReasonDialog({
  stored = '',
  wrong = null,
  focusReason = false,
  run,
  done,
  onSaved,
  children,
  ...frame
}: ReasonDialogProps) {
  const [reason, setReason] = useState(stored)
  const [tried, setTried] = useState(false)
  const missing = reason.trim() === ''
  const save = useSave({
    run,
    done,
    onSaved,
    onGivenUp: frame.onClose,
    // The dialog shows it.
    failure: () => null,
  })
  return (
    <FormDialog
      {...frame}
      size="md"
      {...save.dialog}
      dirty={reason.trim() !== stored}
      onSubmit={() => {
        setTried(true)
        if (!missing && !wrong) save.submit(reason)
      }}
    >
      {typeof children === 'function' ? children(tried) : children}
      <ReasonField value={reason} onChange={setReason} tried={tried} {...(focusReason && { 'data-autofocus': true })} />
    </FormDialog>
  )
}

import { type ReactNode, useState } from 'react'
import type { Send } from '../api/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'
import { isDrawerShort, ShortDrawerQuestion } from './ShortDrawerQuestion.tsx'
import { useSave } from './use-save.ts'

interface ReasonDialogProps {
  title: string
  submitLabel: string
  pendingLabel?: string
  danger?: boolean
  /** Stored or proposed value. */
  stored?: string
  /** Error shown beside the reason; blocks a submit. */
  wrong?: string | null
  /** Focuses the reason even if other fields come first. */
  focusReason?: boolean
  /** `confirmed`: the person accepted an overdraw of the drawer. */
  run: (reason: string, send: Send, confirmed: boolean) => Promise<unknown>
  done: string
  onSaved: () => void
  onClose: () => void
  /** `tried`: submitted, so that errors may show. */
  children?: ReactNode | ((tried: boolean) => ReactNode)
}

/** Asks for the reason of an action. */
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
    run: (confirmed: boolean, send) => run(reason, send, confirmed),
    done,
    onSaved,
    onGivenUp: frame.onClose,
    // The dialog shows the error.
    failure: () => null,
  })
  const isShort = isDrawerShort(save.error)
  return (
    <FormDialog
      {...frame}
      size="md"
      {...save.dialog}
      error={isShort ? null : save.dialog.error}
      dirty={reason.trim() !== stored}
      onSubmit={() => {
        setTried(true)
        if (!missing && !wrong) save.submit(false)
      }}
    >
      {typeof children === 'function' ? children(tried) : children}
      <ReasonField value={reason} onChange={setReason} tried={tried} {...(focusReason && { 'data-autofocus': true })} />
      {isShort && (
        <ShortDrawerQuestion onConfirm={() => save.submit(true)} onCancel={save.reset}>
          Se devuelve más efectivo del que debería haber en la caja.
        </ShortDrawerQuestion>
      )}
    </FormDialog>
  )
}

import { TextInput } from '@mantine/core'
import { requiredFieldText } from '@torniquete/contract/shared/parse-input.ts'
import { drawerShortText } from '@torniquete/contract/shared/shift-error-texts.ts'
import { type ReactNode, useState } from 'react'
import type { CallFunction } from '../api/call.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { NestedDialogBoundary } from '../kit/Dialog.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import type { ConfirmableRefusal } from './use-action-form.tsx'
import { useSave } from './use-save.ts'

interface ReasonDialogProps<Result> {
  title: string
  submitLabel: string
  pendingLabel?: string
  danger?: boolean
  stored?: string
  /** Error shown beside the reason field; blocks submitting. */
  wrong?: string | null
  focusReason?: boolean
  /** `confirmed` is true if the person accepted that the drawer may go below zero. */
  run: (reason: string, send: CallFunction, confirmed: boolean) => Promise<Result>
  done: string
  detail?: (result: Result) => string
  onSaved: () => void
  onClose: () => void
  children?: ReactNode | ((tried: boolean) => ReactNode)
}

/** Dialog that requires a reason for an action. Every page includes it, so it does not import the larger form code. */
export function ReasonDialog<Result>({
  stored = '',
  wrong = null,
  focusReason = false,
  run,
  done,
  detail,
  onSaved,
  children,
  ...frame
}: ReasonDialogProps<Result>) {
  const [reason, setReason] = useState(stored)
  const [tried, setTried] = useState(false)
  const missing = reason.trim() === ''
  const save = useSave({
    run: (confirmed: boolean, send) => run(reason, send, confirmed),
    done,
    ...(detail && { detail }),
    onSaved,
    onGivenUp: frame.onClose,
    failure: () => null,
  })
  const isShort = isDrawerShortError(save.error)
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
      <TextInput
        label="Motivo"
        required
        maxLength={255}
        data-autofocus={focusReason || undefined}
        value={reason}
        error={tried && missing && requiredFieldText}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {isShort && (
        <ConfirmOverdrawDialog onConfirm={() => save.submit(true)} onCancel={save.reset}>
          Se devuelve más efectivo del que debería haber en la caja.
        </ConfirmOverdrawDialog>
      )}
    </FormDialog>
  )
}

export const isDrawerShortError = (error: Error | null): boolean => error?.message === drawerShortText

/** Asks the person to confirm paying out more than the drawer contains, without revealing the expected amount. */
export const ConfirmOverdrawDialog = (props: { children: ReactNode; onConfirm: () => void; onCancel: () => void }) => (
  <NestedDialogBoundary>
    <ConfirmDialog
      title="En la caja no hay tanto"
      confirmLabel="Registrar de todos modos"
      cancelLabel="Corregir"
      {...props}
    />
  </NestedDialogBoundary>
)

export const makeOverdrawConfirmation = <Values,>(text: (values: Values) => ReactNode): ConfirmableRefusal<Values> => ({
  about: isDrawerShortError,
  question: (answers, values) => <ConfirmOverdrawDialog {...answers}>{text(values)}</ConfirmOverdrawDialog>,
})

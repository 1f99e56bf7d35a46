import { TextInput } from '@mantine/core'
import { drawerShortText } from '@torniquete/contract/shared/shift-words.ts'
import type { ReactNode } from 'react'
import type { Send } from '../api/call.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { NestedDialog } from '../kit/NestedDialog.tsx'
import { type ConfirmableRefusal, requireText, useActionForm } from './use-action-form.tsx'

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
  /** `tried`: a submit was refused, so that errors show. */
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
  const { form, field, dialog } = useActionForm({
    values: { reason: stored },
    validate: ({ reason }) => ({ reason: requireText(reason), wrong }),
    run: ({ reason }, send, confirmed) => run(reason, send, confirmed),
    done,
    onSaved,
    onClose: frame.onClose,
    showsError: true,
    asks: drawerShort(() => 'Se devuelve más efectivo del que debería haber en la caja.'),
  })
  return (
    <FormDialog {...frame} {...dialog} size="md">
      {typeof children === 'function' ? children(Object.keys(form.errors).length > 0) : children}
      <TextInput required maxLength={255} {...field('reason', 'Motivo')} data-autofocus={focusReason || undefined} />
    </FormDialog>
  )
}

export const isDrawerShort = (error: Error | null): boolean => error?.message === drawerShortText

interface ShortDrawerQuestionProps {
  children: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** Asks once to confirm an overdraw of the drawer, without showing its expected amount. */
export const ShortDrawerQuestion = ({ children, ...actions }: ShortDrawerQuestionProps) => (
  <NestedDialog>
    <ConfirmDialog
      title="En la caja no hay tanto"
      confirmLabel="Registrar de todos modos"
      cancelLabel="Corregir"
      {...actions}
    >
      {children}
    </ConfirmDialog>
  </NestedDialog>
)

/** For a form whose call may overdraw the drawer. */
export const drawerShort = <Values,>(text: (values: Values) => ReactNode): ConfirmableRefusal<Values> => ({
  about: isDrawerShort,
  question: (answers, values) => <ShortDrawerQuestion {...answers}>{text(values)}</ShortDrawerQuestion>,
})

import { requiredFieldText } from '@torniquete/contract/shared/parse-input.ts'
import { type ReactNode, useRef } from 'react'
import type { CallFunction } from '../api/call.ts'
import { type FieldErrors, type RecordForm, useRecordForm } from './use-record-form.tsx'
import { type SaveOptions, toErrorToast } from './use-save.ts'

export interface ConfirmableRefusal<Values> {
  about: (error: Error | null) => boolean
  question: (answers: { onConfirm: () => void; onCancel: () => void }, values: Values) => ReactNode
}

interface ActionFormOptions<Values, Saved> extends Omit<SaveOptions<Values, Saved>, 'run' | 'setErrors'> {
  values: Values
  validate?: (values: Values) => FieldErrors
  /** `confirmed` is true if the person accepted the question that the refusal in `asks` caused. */
  run: (values: Values, send: CallFunction, confirmed: boolean) => Promise<Saved>
  showsError?: boolean
  asks?: ConfirmableRefusal<Values>
  /** Called after saving or cancelling. The default closes the dialog that is in the address. */
  onClose?: (() => unknown) | undefined
}

export const validateRequiredText = (text: string) => text.trim() === '' && requiredFieldText

/** Form of an action. Its fields are not the columns of a stored row. */
export function useActionForm<Values extends object, Saved>(
  options: ActionFormOptions<Values, Saved>,
): RecordForm<Values> {
  const { values, validate, run, showsError, asks, onClose, ...save } = options
  const isConfirmed = useRef(false)
  const record = useRecordForm<unknown, Values, Values, Saved>({
    stored: null,
    toValues: () => values,
    create: (typed, send) => {
      const confirmed = isConfirmed.current
      isConfirmed.current = false
      return run(typed, send, confirmed)
    },
    created: '',
    save: { failure: (error) => (showsError || asks?.about(error) ? null : toErrorToast(error)), ...save },
    ...(validate && { validate }),
    ...(onClose && { onClose }),
  })
  const { dialog } = record
  const { error, reset } = record.save
  const isAsked = asks?.about(error)
  const onConfirm = () => {
    isConfirmed.current = true
    dialog.onSubmit()
  }
  return {
    ...record,
    dialog: {
      ...dialog,
      error: showsError && !isAsked ? error?.message : null,
      question: isAsked && asks?.question({ onConfirm, onCancel: reset }, record.form.values),
    },
  }
}

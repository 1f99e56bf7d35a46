import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { rebase } from '../../forms/rebase.ts'

type Values = Record<string, string | number | boolean>

export interface SettingsForm<Form extends Values> extends UseFormReturnType<Form> {
  /** After saving: `stored` is what `sent` became. What was typed since stays. */
  adopt: (sent: Form, stored: Form) => void
}

/** A form over what is stored, which stays open: what others change meanwhile arrives in the untouched fields. */
export function useSettingsForm<Form extends Values>(
  stored: Form,
  validate: (values: Form) => Record<string, string>,
): SettingsForm<Form> {
  const form = useForm<Form>({ initialValues: stored, validate })
  const base = useRef(stored)
  const adopt = (before: Form, after: Form) => {
    base.current = after
    form.setValues(rebase(form.getValues(), before, after))
    form.resetDirty(after)
  }
  const version = JSON.stringify(stored)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stored` is new with each drawing, its text is not.
  useEffect(() => {
    if (version !== JSON.stringify(base.current)) adopt(base.current, stored)
  }, [version])
  return { ...form, adopt }
}

import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'

type Values = Record<string, string | number | boolean>

/** What is typed, but where it is still as it was in `before`, as it is in `after`. */
export function rebase<Form extends Values>(typed: Form, before: Form, after: Form): Form {
  const untouched = Object.entries(after).filter(([field]) => typed[field] === before[field])
  return { ...typed, ...Object.fromEntries(untouched) }
}

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

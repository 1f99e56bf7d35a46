import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Send } from '../../api/call.ts'
import { useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'

interface PasswordQuestionProps<Answer> {
  title: string
  submitLabel: string
  done?: string
  run: (currentPassword: string, send: Send) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** Asks for the current password before a protected action. */
export function PasswordQuestion<Answer>({ title, submitLabel, done, run, ...on }: PasswordQuestionProps<Answer>) {
  const form = useForm({
    initialValues: { current_password: '' },
    validate: { current_password: (typed) => (typed ? null : 'Escribe tu contraseña actual') },
  })
  const save = useSave({
    run: ({ current_password }: { current_password: string }, send: Send) => run(current_password, send),
    done: done ?? null,
    onSaved: on.onDone,
    setErrors: form.setErrors,
  })
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      pending={save.pending}
      dirty={false}
      onClose={on.onClose}
      onSubmit={form.onSubmit((values) => save.submit(values))}
    >
      <PasswordInput
        label="Contraseña actual"
        autoComplete="current-password"
        data-autofocus
        maxLength={255}
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0 }}
        {...form.getInputProps('current_password')}
      />
    </FormDialog>
  )
}

import { useForm } from '@mantine/form'
import { type SaveOptions, useSave } from '../../forms/use-save.ts'

interface ChannelForm<Values> {
  initialValues: Values
  run: SaveOptions<Values, unknown>['run']
  done: string
  onClose: () => void
}

export function useChannelForm<Values extends object>({ initialValues, run, done, onClose }: ChannelForm<Values>) {
  const form = useForm<Values>({ initialValues })
  const { submit, pending, unanswered } = useSave({
    run,
    done,
    detail: 'Envía un mensaje de prueba para ver si funciona.',
    setErrors: form.setErrors,
    onSaved: onClose,
  })
  const [dirty, onSubmit] = [form.isDirty(), form.onSubmit(submit)]
  return {
    form,
    dialog: { submitLabel: 'Guardar', size: 'md', pending, unanswered, dirty, onClose, onSubmit } as const,
  }
}

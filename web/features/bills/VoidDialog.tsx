import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { VoidRequest } from '@torniquete/contract/bills.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { bookedText } from '../../api/booking-calls.ts'
import { validateWith } from '../../forms/form-errors.ts'
import { useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import type { Voiding } from './bill-kinds.ts'

interface VoidDialogProps extends Voiding {
  id: number
  /** As the document is called: 'Factura de venta N.º 12'. */
  name: string
  submitLabel: string
  onClose: () => void
  onVoided: () => void
}

interface Reason {
  reason: string
}

const validate = validateWith(VoidRequest, (values: Reason) => values)

export function VoidDialog({ voidCall, consequence, id, name, submitLabel, onClose, onVoided }: VoidDialogProps) {
  const form = useForm<Reason>({ initialValues: { reason: '' }, validate })
  const save = useSave({
    run: (body: Reason, send) => send(voidCall, { params: { id }, body, label: `La anulación de ${name}` }),
    done: bookedText(voidCall),
    onSaved: onVoided,
    onGivenUp: onClose,
    setErrors: form.setErrors,
    // The dialog shows it.
    failure: () => null,
  })
  const refusal = save.error && Object.keys(fieldErrors(save.error)).length === 0 ? save.error.message : null
  return (
    <FormDialog
      entity="Documento"
      title={`Anular ${name}`}
      submitLabel={submitLabel}
      danger
      pendingLabel="Anulando"
      pending={save.pending}
      dirty={form.isDirty()}
      error={refusal}
      unanswered={save.unanswered}
      size="md"
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.submit(values))}
    >
      <Text size="sm">Se emite un documento de anulación; el original se conserva. {consequence}</Text>
      <TextInput label="Motivo" required maxLength={255} autoComplete="off" {...form.getInputProps('reason')} />
    </FormDialog>
  )
}

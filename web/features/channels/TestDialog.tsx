import { Alert, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { TestResult } from '@torniquete/contract/messaging/channels.ts'
import type { Channel } from '@torniquete/contract/messaging/outbox.ts'
import { useState } from 'react'
import { useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { channelTitles } from './channel-words.ts'

interface TestDialogProps {
  channel: Channel
  usual: string
  onClose: () => void
}

/** Sends one message and shows the result. */
export function TestDialog({ channel, usual, onClose }: TestDialogProps) {
  const form = useForm({ initialValues: { to: usual } })
  const [result, setResult] = useState<TestResult | null>(null)
  const { submit, pending } = useSave({
    run: ({ to }: { to: string }, send) => {
      setResult(null)
      return send('channels.test', { params: { channel }, body: { to } })
    },
    done: null,
    // Not repeated automatically, because the message could be sent twice.
    repeats: false,
    setErrors: form.setErrors,
    onSaved: setResult,
  })
  const toMail = channel === 'email'
  return (
    <FormDialog
      title={`Mensaje de prueba por ${toMail ? 'correo' : channelTitles[channel]}`}
      submitLabel="Enviar"
      pendingLabel="Enviando…"
      cancelLabel="Cerrar"
      pending={pending}
      dirty={false}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      size="md"
    >
      <TextInput
        label={toMail ? 'Correo que lo recibe' : 'Teléfono que lo recibe'}
        type={toMail ? 'email' : 'tel'}
        required
        maxLength={255}
        {...form.getInputProps('to')}
      />
      <div role="status">
        {result && (
          <Alert color={result.sent ? 'teal' : 'red'} title={result.sent ? 'Salió' : 'No salió'}>
            {result.reason} {result.advice}
          </Alert>
        )}
      </div>
    </FormDialog>
  )
}

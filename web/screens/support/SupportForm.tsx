import { Alert, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { SupportRequest } from '@torniquete/contract/support.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { PageForm } from '../../kit/PageForm.tsx'
import { useSignedIn } from '../../session/session.tsx'
import { type SupportValues, validateSupport } from './support-values.ts'
import { useSender, useSendSupport } from './use-send-support.ts'

export function SupportForm() {
  const { user } = useSignedIn()
  const sender = useSender()
  const [sent, setSent] = useState<number | null>(null)
  const form = useForm<SupportValues>({
    initialValues: { from_name: user.name, email: user.email ?? '', message: '' },
    validate: validateSupport,
    onValuesChange: ({ message }) => message && setSent(null),
  })
  const save = useSendSupport(
    sender,
    (id, written) => {
      if (written) {
        form.setFieldValue('message', '')
        form.resetDirty({ ...written, message: '' })
      }
      setSent(id)
    },
    form.setErrors,
  )
  return (
    <PageForm
      title="Enviar una solicitud"
      submitLabel="Enviar solicitud"
      pendingLabel="Enviando..."
      pending={save.pending}
      dirty={form.isDirty()}
      notice={<div role="status">{sent !== null && <OutcomeNotice id={sent} />}</div>}
      onSubmit={form.onSubmit((values) => save.submit(values))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Nombre"
          name="from_name"
          required
          maxLength={255}
          autoComplete="name"
          {...form.getInputProps('from_name')}
        />
        <TextInput
          label="Correo"
          name="email"
          type="email"
          required
          maxLength={255}
          autoComplete="email"
          {...form.getInputProps('email')}
        />
      </SimpleGrid>
      <Textarea
        label="Mensaje"
        name="message"
        description="Qué querías hacer, qué pasó y en qué sección."
        required
        minRows={6}
        maxLength={5000}
        {...form.getInputProps('message')}
      />
      <input type="hidden" name="gym" value={sender.gym ?? ''} />
      <input type="hidden" name="userRol" value={sender.userRol} />
    </PageForm>
  )
}

const outcomes: Record<SupportRequest['state'], { color: string; text: string }> = {
  sent: { color: 'teal', text: 'Tu solicitud salió por correo.' },
  waiting: { color: 'yellow', text: 'Tu solicitud quedó guardada y está saliendo por correo.' },
  stored: {
    color: 'yellow',
    text: 'Tu solicitud quedó guardada. Esta instalación no tiene el correo configurado: si es urgente, usa los datos de contacto.',
  },
  failed: {
    color: 'red',
    text: 'Tu solicitud quedó guardada, pero el correo no salió: usa los datos de contacto.',
  },
}

/** What became of the request: asked again whenever the server says that something about requests changed. */
function OutcomeNotice({ id }: { id: number }) {
  const { data } = useEndpoint('support.read', { params: { id } })
  if (!data) return null
  // A newer server may know an outcome that this page does not; it was stored in any case.
  const { color, text } = outcomes[data.state] ?? outcomes.waiting
  return <Alert color={color}>{text}</Alert>
}

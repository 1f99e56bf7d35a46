import { Alert, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { PageForm } from '../../kit/PageForm.tsx'
import { useSignedIn } from '../../session/session.tsx'
import { type SupportValues, validateSupport } from './support-values.ts'
import { useSender, useSendSupport } from './use-send-support.ts'

/** What became of the request that was sent last. */
type Outcome = 'mailed' | 'stored' | null

export function SupportForm() {
  const { user } = useSignedIn()
  const sender = useSender()
  const [outcome, setOutcome] = useState<Outcome>(null)
  const form = useForm<SupportValues>({
    initialValues: { from_name: user.name, email: user.email ?? '', message: '' },
    validate: validateSupport,
    onValuesChange: ({ message }) => message && setOutcome(null),
  })
  const save = useSendSupport(
    sender,
    (byMail) => {
      form.setFieldValue('message', '')
      setOutcome(byMail ? 'mailed' : 'stored')
    },
    form.setErrors,
  )
  return (
    <PageForm
      title="Enviar una solicitud"
      submitLabel="Enviar solicitud"
      pendingLabel="Enviando..."
      pending={save.pending}
      notice={<OutcomeNotice outcome={outcome} />}
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

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  return (
    <div role="status">
      {outcome === 'stored' && (
        <Alert color="yellow">
          Tu solicitud quedó guardada. Si esta instalación tiene el correo configurado, sale sola en unos minutos; si es
          urgente, usa los datos de contacto.
        </Alert>
      )}
      {outcome === 'mailed' && <Alert color="teal">Tu solicitud salió por correo.</Alert>}
    </div>
  )
}

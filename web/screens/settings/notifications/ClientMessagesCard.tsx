import { Switch, Text } from '@mantine/core'
import { useSave } from '../../../forms/use-save.ts'
import { PageForm } from '../../../kit/PageForm.tsx'
import { TypedField } from '../../../kit/TypedField.tsx'
import type { SettingsForm } from '../use-settings-form.ts'
import { bodyOf, type ClientMessagesValues, readDays, readList, valuesOf } from './client-messages-values.ts'
import { MessageField } from './MessageField.tsx'
import { useSampleRecipient } from './use-sample-recipient.ts'

const usualDays = 7

export function ClientMessagesCard({ form }: { form: SettingsForm<ClientMessagesValues> }) {
  const recipient = useSampleRecipient()
  const save = useSave({
    run: (values: ClientMessagesValues, send) => send('notification-config.update', { body: bodyOf(values) }),
    done: 'Notificaciones a clientes guardadas',
    onSaved: (stored, sent) => form.adopt(sent, valuesOf(stored)),
    setErrors: form.setErrors,
  })
  const { message_before_expiration, message_day_expiration, days_before_expiration, isActive } = form.values
  const [days = usualDays] = readDays(days_before_expiration).days
  const idle = isActive && !message_before_expiration.trim() && !message_day_expiration.trim()
  return (
    <PageForm
      title="Notificaciones a Clientes"
      submitLabel="Guardar"
      pending={save.pending}
      dirty={form.isDirty()}
      ready={form.isDirty()}
      onSubmit={form.onSubmit((values) => save.submit(values))}
    >
      <Switch label="Enviar mensajes a los clientes" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      {idle && (
        <Text size="sm" c="var(--tone-warn)">
          Escribe al menos un mensaje: sin texto no se envía ninguno.
        </Text>
      )}
      <MessageField
        label="Mensaje antes del vencimiento"
        description="Se envía los días que indicas abajo."
        value={message_before_expiration}
        field={form.getInputProps('message_before_expiration')}
        recipient={recipient}
        days={days}
      />
      <TypedField
        label="Días antes del vencimiento"
        description="Números separados por comas. Con 7, 3, 1 el mensaje sale tres veces."
        read={readList}
        show={(list) => list}
        {...form.getInputProps('days_before_expiration')}
      />
      <MessageField
        label="Mensaje del día del vencimiento"
        description="Se envía el último día de la membresía."
        value={message_day_expiration}
        field={form.getInputProps('message_day_expiration')}
        recipient={recipient}
        days={0}
      />
    </PageForm>
  )
}

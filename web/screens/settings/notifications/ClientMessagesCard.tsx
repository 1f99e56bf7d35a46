import '@mantine/core/styles/Switch.layer.css'
import { Switch, Text } from '@mantine/core'
import type { NotificationConfig } from '@torniquete/contract/messaging/messages.ts'
import { type Stored, usePageForm } from '../../../forms/use-record-form.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { TypedField } from '../../../kit/TypedField.tsx'
import { readDays, readList, toBody, toValues, validateClientMessages } from './client-messages-values.ts'
import { MessageField } from './MessageField.tsx'
import { useSampleRecipient } from './use-sample-recipient.ts'

const usualDays = 7

export function ClientMessagesCard({ stored }: { stored: Stored<NotificationConfig> }) {
  const recipient = useSampleRecipient()
  const { form, field, dialog } = usePageForm({
    stored,
    toValues,
    toBody,
    validate: validateClientMessages,
    update: (_, body, __, send) => send('notification-config.update', { body }),
    updated: 'Mensajes a clientes guardados',
  })
  const { message_before_expiration, message_day_expiration, days_before_expiration, isActive } = form.values
  const [days = usualDays] = readDays(days_before_expiration).days
  const idle = isActive && !message_before_expiration.trim() && !message_day_expiration.trim()
  return (
    <PageForm {...dialog} title="Notificaciones a Clientes" submitLabel="Guardar" ready={dialog.dirty}>
      <Switch {...field('isActive', 'Enviar mensajes a los clientes', { type: 'checkbox' })} />
      {idle && (
        <Text size="sm" c="var(--tone-warn)">
          Escribe al menos un mensaje: sin texto no se envía ninguno.
        </Text>
      )}
      <MessageField
        value={message_before_expiration}
        field={field('message_before_expiration', 'Mensaje antes del vencimiento', {
          description: 'Se envía los días que indicas abajo.',
        })}
        recipient={recipient}
        days={days}
      />
      <TypedField
        read={readList}
        show={(list) => list}
        {...field('days_before_expiration', 'Días antes del vencimiento', {
          description: 'Números separados por comas. Con 7, 3, 1 el mensaje sale tres veces.',
        })}
      />
      <MessageField
        value={message_day_expiration}
        field={field('message_day_expiration', 'Mensaje del día del vencimiento', {
          description: 'Se envía el último día de la membresía.',
        })}
        recipient={recipient}
        days={0}
      />
    </PageForm>
  )
}

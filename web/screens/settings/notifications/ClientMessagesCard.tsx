import { MessageBubble } from '../../../features/messages/MessageItem.tsx'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { importedPlanName } from '@torniquete/contract/members/memberships.ts'
import {
  fillMessage,
  listUnknownPlaceholders,
  type NotificationConfig,
  NotificationConfigChange,
  type Placeholder,
  placeholders,
} from '@torniquete/contract/messaging/messages.ts'
import { addDays, lastValidDay, showDay } from '@torniquete/contract/shared/dates.ts'
import { type Reading, readWholeNumber } from '@torniquete/contract/shared/typed.ts'
import { useRef } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { orNull, type Stored, usePageForm, validateWith } from '../../../forms/use-record-form.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { TypedField } from '../../../kit/TypedField.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'

export const toValues = (config: NotificationConfig) => ({
  message_before_expiration: config.message_before_expiration ?? '',
  message_day_expiration: config.message_day_expiration ?? '',
  // Text of the field: '7, 3, 1'.
  days_before_expiration: config.days_before_expiration.join(', '),
  isActive: config.isActive,
})

type ClientMessagesValues = ReturnType<typeof toValues>

const mostDays = 30
const longestAhead = 365

/** Parses '7, 3, 1', or returns an error. A final comma is ignored. */
export function readDays(text: string): { days: number[]; error: string | null } {
  const parts = text
    .trim()
    .replace(/,$/, '')
    .split(',')
    .map((part) => part.trim())
  if (parts.length === 1 && parts[0] === '') return { days: [], error: null }
  const wrong = (error: string) => ({ days: [], error })
  if (parts.includes('')) return wrong('Falta un número entre dos comas')
  const days: number[] = []
  for (const part of parts) {
    const { value, error } = readWholeNumber(part, 0, longestAhead)
    if (error !== undefined) return wrong(`«${part}»: ${error}. Escribe números separados por comas: 7, 3, 1`)
    days.push(value)
  }
  if (days.length > mostDays) return wrong(`Son demasiados: como máximo ${mostDays} números`)
  return { days, error: null }
}

/** Parses the list for a field, keeping the text as typed. */
function readList(text: string): Reading<string> {
  const { error } = readDays(text)
  return error === null ? { value: text.trim() } : { error }
}

export const toBody = (values: ClientMessagesValues): NotificationConfig => ({
  message_before_expiration: orNull(values.message_before_expiration),
  message_day_expiration: orNull(values.message_day_expiration),
  days_before_expiration: readDays(values.days_before_expiration).days,
  isActive: values.isActive,
})

const validateBody = validateWith(NotificationConfigChange, toBody)

export function validateClientMessages(values: ClientMessagesValues): Record<string, string> {
  const { error } = readDays(values.days_before_expiration)
  return { ...validateBody(values), ...(error && { days_before_expiration: error }) }
}

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

interface MessageFieldProps {
  value: string
  /** Input props from @mantine/form. */
  field: GetInputPropsReturnType
  recipient: SampleRecipient
  /** Days left at the time of sending. */
  days: number
}

/** A message with placeholder buttons and a preview. */
function MessageField({ value, field, recipient, days }: MessageFieldProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const insert = (mark: string) => {
    const element = input.current
    if (!element) return
    element.setRangeText(mark, element.selectionStart, element.selectionEnd, 'end')
    // Fires an input event, so that React updates and keeps the cursor.
    element.dispatchEvent(new Event('input', { bubbles: true }))
    element.focus()
  }
  return (
    <Stack gap="0.6rem">
      <Textarea ref={input} minRows={3} maxLength={1000} {...field} />
      <Group gap={6} role="group" aria-label="Datos que se insertan">
        {placeholders.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            aria-label={`Insertar {${name}}`}
            onClick={() => insert(`{${name}}`)}
          >{`{${name}}`}</Button>
        ))}
      </Group>
      <Preview message={value} recipient={recipient} days={days} />
    </Stack>
  )
}

function Preview({ message, recipient, days }: { message: string; recipient: SampleRecipient; days: number }) {
  if (!message.trim())
    return (
      <Text size="sm" c="dimmed">
        Sin texto no se envía este mensaje.
      </Text>
    )
  const unknown = listUnknownPlaceholders(message)
  const reader = recipient.real ? recipient.values.nombre : `${recipient.values.nombre} (datos de ejemplo)`
  return (
    <figure>
      <Text component="figcaption" size="sm" c="dimmed">
        Así lo recibirá {reader}
      </Text>
      <MessageBubble>{fillMessage(message.trim(), { ...recipient.values, dias: String(days) })}</MessageBubble>
      {unknown.length > 0 && (
        <Text size="sm" c="var(--tone-warn)">
          {unknown.join(', ')}: no es un dato conocido y se quitará del mensaje.
        </Text>
      )}
    </figure>
  )
}

interface SampleRecipient {
  /** False if no client has a membership yet. */
  real: boolean
  /** Values of all placeholders except the days. */
  values: Record<Exclude<Placeholder, 'dias'>, string>
}

const newest = { page: 0, size_page: 10 }

/** A client with a running membership, else with any. Imported clients get no messages. */
export function findMember(clients: readonly Pick<Client, 'name' | 'is_active' | 'membership'>[], today: string) {
  const members = clients.flatMap(({ name, is_active, membership }) =>
    is_active && membership && membership.name !== importedPlanName
      ? [{ nombre: name, membresia: membership.name, lastDay: lastValidDay(membership.expire_membership) }]
      : [],
  )
  return members.find(({ lastDay }) => lastDay >= today) ?? members[0]
}

/** Sample recipient of previews: one of the newest clients, or an invented one. */
function useSampleRecipient(): SampleRecipient {
  const clock = useGymClock()
  const gym = useEndpoint('gym-info.read', {})
  const clients = useEndpoint('clients.list', { query: newest }, { except: 'attendances' })
  const today = clock?.today ?? ''
  const member = findMember(clients.data?.items ?? [], today)
  const gimnasio = gym.data?.name ?? ''
  if (member) {
    const { lastDay, ...values } = member
    return { real: true, values: { ...values, gimnasio, vencimiento: showDay(lastDay) } }
  }
  const vencimiento = today ? showDay(addDays(today, 7)) : ''
  return { real: false, values: { nombre: 'Ana Pérez', membresia: 'Mensual', vencimiento, gimnasio } }
}

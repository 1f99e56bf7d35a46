import '@mantine/core/styles/Switch.layer.css'
import { Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import {
  type ExpiryReminderSettings,
  ExpiryReminderSettingsChange,
  fillPlaceholders,
  listUnknownPlaceholders,
  type Placeholder,
  placeholders,
} from '@torniquete/contract/messaging/messages.ts'
import { addDays, formatDate } from '@torniquete/contract/shared/dates.ts'
import { type InputResult, readTypedWholeNumber } from '@torniquete/contract/shared/parse-input.ts'
import { useRef } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import classes from '../../../features/messages/outbox.module.css'
import { emptyToNull, makeValidator, type StoredRow, usePageForm } from '../../../forms/use-record-form.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { ParsedField } from '../../../kit/ParsedField.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'

export const toExpiryReminderValues = (config: ExpiryReminderSettings) => ({
  message_before_expiration: config.message_before_expiration ?? '',
  message_day_expiration: config.message_day_expiration ?? '',
  days_before_expiration: config.days_before_expiration.join(', '),
  isActive: config.isActive,
})

type ClientMessagesValues = ReturnType<typeof toExpiryReminderValues>

const mostDays = 30
const longestAhead = 365

/** Parses days before the expiry, such as '7, 3, 1', or returns an error. A final comma is ignored. */
export function parseReminderDays(text: string): { days: number[]; error: string | null } {
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
    const { value, error } = readTypedWholeNumber(part, 0, longestAhead)
    if (error !== undefined) return wrong(`«${part}»: ${error}. Escribe números separados por comas: 7, 3, 1`)
    days.push(value)
  }
  if (days.length > mostDays) return wrong(`Son demasiados: como máximo ${mostDays} números`)
  return { days, error: null }
}

function readList(text: string): InputResult<string> {
  const { error } = parseReminderDays(text)
  return error === null ? { value: text.trim() } : { error }
}

export const toExpiryReminderSettings = (values: ClientMessagesValues): ExpiryReminderSettings => ({
  message_before_expiration: emptyToNull(values.message_before_expiration),
  message_day_expiration: emptyToNull(values.message_day_expiration),
  days_before_expiration: parseReminderDays(values.days_before_expiration).days,
  isActive: values.isActive,
})

const validateBody = makeValidator(ExpiryReminderSettingsChange, toExpiryReminderSettings)

export function validateExpiryReminders(values: ClientMessagesValues): Record<string, string> {
  const { error } = parseReminderDays(values.days_before_expiration)
  return { ...validateBody(values), ...(error && { days_before_expiration: error }) }
}

const usualDays = 7

export function ExpiryRemindersCard({ stored }: { stored: StoredRow<ExpiryReminderSettings> }) {
  const sample = useSample()
  const { form, field, dialog } = usePageForm({
    stored,
    toValues: toExpiryReminderValues,
    toBody: toExpiryReminderSettings,
    validate: validateExpiryReminders,
    update: (_, body, __, send) => send('notification-config.update', { body }),
    updated: 'Mensajes a clientes guardados',
  })
  const { message_before_expiration, message_day_expiration, days_before_expiration, isActive } = form.values
  const [days = usualDays] = parseReminderDays(days_before_expiration).days
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
        sample={sample}
        days={days}
      />
      <ParsedField
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
        sample={sample}
        days={0}
      />
    </PageForm>
  )
}

interface MessageFieldProps {
  value: string
  field: GetInputPropsReturnType
  sample: Sample
  days: number
}

function MessageField({ value, field, sample, days }: MessageFieldProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const insert = (mark: string) => {
    const element = input.current
    if (!element) return
    element.setRangeText(mark, element.selectionStart, element.selectionEnd, 'end')
    // React updates the field only after an input event; setting the value instead would lose the cursor.
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
      <Preview message={value} sample={sample} days={days} />
    </Stack>
  )
}

function Preview({ message, sample, days }: { message: string; sample: Sample; days: number }) {
  if (!message.trim())
    return (
      <Text size="sm" c="dimmed">
        Sin texto no se envía este mensaje.
      </Text>
    )
  const unknown = listUnknownPlaceholders(message)
  return (
    <Stack component="figure" gap="0.35rem" m={0}>
      <Text component="figcaption" size="sm" c="dimmed">
        Así lo recibirá {sample.nombre} (datos de ejemplo)
      </Text>
      <p className={classes.text}>{fillPlaceholders(message.trim(), { ...sample, dias: String(days) })}</p>
      {unknown.length > 0 && (
        <Text size="sm" c="var(--tone-warn)">
          {unknown.join(', ')}: no es un dato conocido y se quitará del mensaje.
        </Text>
      )}
    </Stack>
  )
}

type Sample = Record<Exclude<Placeholder, 'dias'>, string>

/** Values of an invented client, for the preview of a message. */
function useSample(): Sample {
  const gimnasio = useEndpoint('gym-info.read', {}).data?.name ?? ''
  const today = useGymClock()?.today
  const vencimiento = today ? formatDate(addDays(today, 7)) : ''
  return { nombre: 'Ana Pérez', membresia: 'Mensual', vencimiento, gimnasio }
}

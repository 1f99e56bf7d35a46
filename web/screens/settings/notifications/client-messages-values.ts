import { type NotificationConfig, NotificationConfigChange } from '@torniquete/contract/messaging/messages.ts'
import { type Reading, readWholeNumber } from '@torniquete/contract/shared/typed.ts'
import { validateWith } from '../../../forms/form-errors.ts'

export const toValues = (config: NotificationConfig) => ({
  message_before_expiration: config.message_before_expiration ?? '',
  message_day_expiration: config.message_day_expiration ?? '',
  // Text of the field: '7, 3, 1'.
  days_before_expiration: config.days_before_expiration.join(', '),
  isActive: config.isActive,
})

export type ClientMessagesValues = ReturnType<typeof toValues>

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
export function readList(text: string): Reading<string> {
  const { error } = readDays(text)
  return error === null ? { value: text.trim() } : { error }
}

const orNull = (text: string) => text.trim() || null

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

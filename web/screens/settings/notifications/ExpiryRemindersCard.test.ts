import { expect, test } from 'vitest'
import {
  parseReminderDays,
  toExpiryReminderSettings,
  toExpiryReminderValues,
  validateExpiryReminders,
} from './ExpiryRemindersCard.tsx'

test.each([
  ['7, 3, 1', [7, 3, 1]],
  ['7,3,1', [7, 3, 1]],
  [' 0 ', [0]],
  ['365,', [365]],
  ['', []],
  ['  ', []],
])('reminder settings: the days “%s” are parsed as %j', (text, days) =>
  expect(parseReminderDays(text)).toEqual({ days, error: null }),
)

test.each([
  ['7, tres', '«tres»: Debe ser un número entero. Escribe números separados por comas: 7, 3, 1'],
  ['7 3', '«7 3»: Debe ser un número entero. Escribe números separados por comas: 7, 3, 1'],
  ['7; 3', '«7; 3»: Debe ser un número entero. Escribe números separados por comas: 7, 3, 1'],
  ['1.5', '«1.5»: Debe ser un número entero. Escribe números separados por comas: 7, 3, 1'],
  ['-1', '«-1»: No puede ser negativo. Escribe números separados por comas: 7, 3, 1'],
  ['7,,3', 'Falta un número entre dos comas'],
  [',7', 'Falta un número entre dos comas'],
  ['366', '«366»: Debe ser como máximo 365. Escribe números separados por comas: 7, 3, 1'],
  [Array.from({ length: 31 }, (_, day) => day).join(), 'Son demasiados: como máximo 30 números'],
])('reminder settings: the days “%s” are rejected', (text, error) => {
  expect(parseReminderDays(text).error).toBe(error)
  const values = { message_before_expiration: '', message_day_expiration: '', isActive: false }
  expect(validateExpiryReminders({ ...values, days_before_expiration: text })).toEqual({
    days_before_expiration: error,
  })
})

test('reminder settings: stored settings are unchanged by a save without edits', () => {
  const config = {
    message_before_expiration: 'Hola {nombre},\nfaltan {dias} días',
    message_day_expiration: null,
    days_before_expiration: [7, 3],
    isActive: true,
  }
  expect(toExpiryReminderSettings(toExpiryReminderValues(config))).toEqual(config)
  expect(validateExpiryReminders(toExpiryReminderValues(config))).toEqual({})
})

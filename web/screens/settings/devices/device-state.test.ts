import { NewDevice } from '@torniquete/contract/devices.ts'
import { expect, test } from 'vitest'
import { validateWith } from '../../../forms/form-errors.ts'
import { clockText, pendingText, seenText } from './device-state.ts'

test.each([
  [0, 'Al día'],
  [1, '1 cambio pendiente'],
  [3, '3 cambios pendientes'],
])('%i changes', (pending, text) => expect(pendingText(pending)).toBe(text))

test.each([
  [null, null],
  [0, null],
  [60, null],
  [-60, null],
  [61, 'Reloj 1 min adelantado'],
  [-120, 'Reloj 2 min atrasado'],
  [3600, 'Reloj 60 min adelantado'],
  [-14_400, 'Reloj 4 h atrasado'],
  [86_400 * 365, 'Reloj 365 d adelantado'],
])('a clock off by %s seconds', (offset, text) => expect(clockText(offset)).toBe(text))

test('last seen, by the gym’s clocks', () => {
  const now = new Date('2026-11-21T02:00:00Z')
  const zone = 'America/Santo_Domingo'
  expect(seenText(zone, null, now)).toBe('Nunca ha llamado')
  expect(seenText(zone, '2026-11-21T01:58:00Z', now)).toBe('Visto hoy a las 21:58')
  expect(seenText(zone, '2026-11-20T03:58:00Z', now)).toBe('Visto el 19/11/2026 a las 23:58')
})

test('a delay is none or at least 2; a serial number is needed', () => {
  const validateDevice = validateWith(NewDevice, (values: object) => values)
  const values = { name: 'Puerta', sn: 'ABC123', delay: '' }
  expect(validateDevice(values)).toEqual({})
  expect(validateDevice({ ...values, delay: '2' })).toEqual({})
  expect(validateDevice({ ...values, delay: '1' })).toEqual({ delay: 'Debe ser al menos 2' })
  expect(validateDevice({ ...values, delay: '1.5' })).toEqual({ delay: 'Debe ser un número entero' })
  const required = 'Este campo es requerido'
  expect(validateDevice({ name: '', sn: ' ', delay: '' })).toEqual({ name: required, sn: required })
  expect(validateDevice({ ...values, sn: 'A B' }).sn).toMatch(/^Solo letras/)
})

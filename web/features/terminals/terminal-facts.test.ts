import { NewDevice } from '@torniquete/contract/door/devices.ts'
import { expect, test } from 'vitest'
import { validateWith } from '../../forms/use-record-form.tsx'
import { expiryText, heldText, proofText } from './terminal-facts.ts'

const zone = 'America/Santo_Domingo'

test('terminal facts: users, automatic expiry and blocking', () => {
  expect(heldText({ held: 2940, capacity: 3000, strangers: 0 })).toBe('2,940 de 3,000 personas')
  expect(heldText({ held: 1, capacity: null, strangers: 0 })).toBe('1 persona')
  expect(heldText({ held: 1, capacity: 3000, strangers: 180 })).toBe('181 de 3,000 personas, 180 sin identificar')
  expect(expiryText({ expires_itself: 'yes' })).toBe('Cierra solo al vencer: sí')
  expect(expiryText({ expires_itself: 'no' })).toBe('Cierra solo al vencer: no')
  expect(expiryText({ expires_itself: 'unproven' })).toBe('Cierra solo al vencer: sin comprobar')
  expect(proofText(zone, { block_proven_at: null })).toBe('Falta probar el bloqueo')
  expect(proofText(zone, { block_proven_at: '2026-08-04T03:00:00Z' })).toBe('Bloqueo probado el 03/08/2026')
})

test('terminal form: requires a serial number and a delay of at least 2', () => {
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

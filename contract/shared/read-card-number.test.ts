import { expect, test } from 'vitest'
import { NewClient } from '../members/clients.ts'
import { readCardNumber } from './read-card-number.ts'

test.each([
  ['0005076483', '0005076483'],
  ['5076483', '5076483'],
  ['004076', '004076'],
  ['077,30211', '5076483'],
  ['77,30211', '5076483'],
  ['077-30211', '5076483'],
  ['077 30211', '5076483'],
  ['077, 30211', '5076483'],
  ['001,00042', '65578'],
  ['0A004D7603', '5076483'],
  ['0004D7603', '5076483'],
  ['004d7603', '5076483'],
  ['0x4D7603', '5076483'],
  ['00 4D 76 03', '5076483'],
  ['00:4D:76:03', '5076483'],
  ['0x00123456', '1193046'],
  ['0 005 076 483', '0005076483'],
  ['5.076.483', '5076483'],
  ['5,076,483', '5076483'],
  ['N° 0005076483', '0005076483'],
  ['No. 5076483', '5076483'],
  ['Tarjeta: 5076483', '5076483'],
  ['5076483.0', '5076483'],
  ['0005076483 077,30211', '0005076483'],
])('readCardNumber: reads a printed card (%s)', (typed, value) => {
  expect(readCardNumber(typed)).toEqual({ value })
})

test.each([
  '256,30211',
  '077,70000',
  '77,302',
  '00 12 76 03',
  'VIP',
  'A1',
  '0005076483 078,30211',
  '04A1B2C3D4E5F6',
  '-5',
  '1'.repeat(21),
])('readCardNumber: refuses %s, which is not a card number', (typed) => {
  expect(readCardNumber(typed)).toEqual({ error: 'Debe ser el número que lee el lector, solo cifras, como 0005076483' })
})

test('NewClient: converts a card number to decimal digits, or to null if blank', () => {
  expect(NewClient.parse({ name: 'Ana', card_number: ' 077,30211\u200e' }).card_number).toBe('5076483')
  expect(NewClient.parse({ name: 'Ana', card_number: ' ' }).card_number).toBeNull()
  expect(NewClient.safeParse({ name: 'Ana', card_number: 'VIP' }).success).toBe(false)
})

import { expect, test } from 'vitest'
import { readDay, readPin, textOf } from './cells.ts'
import type { Cell } from './read-table.ts'

const today = '2026-06-15'

test.each<[Cell, string]>([
  ['24/07/1990', '1990-07-24'],
  ['5/6/90', '1990-06-05'],
  ['5-6-1990', '1990-06-05'],
  ['05.06.1990', '1990-06-05'],
  ['1990-06-05', '1990-06-05'],
  ['1990/6/5', '1990-06-05'],
  ['1990-06-05T00:00:00Z', '1990-06-05'],
  ['05/06/1990 00:00', '1990-06-05'],
  ['5/6/1990 12:00:00 a. m.', '1990-06-05'],
  ['12-ene-2026', '2026-01-12'],
  ['12 de enero de 2026', '2026-01-12'],
  ['12 de Septiembre del 2025', '2025-09-12'],
  ['12 Jan 2026', '2026-01-12'],
  ['3-set-2025', '2025-09-03'],
  [new Date('1990-06-05T00:00:00Z'), '1990-06-05'],
  // As a cell holds it whose format says nothing of a day.
  [33_029, '1990-06-05'],
  [33_029.75, '1990-06-05'],
])('a day: %s', (cell, day) => {
  expect(readDay(cell, { latest: today, birth: true })).toEqual({ value: day })
})

test.each<[Cell, string]>([
  ['07/24/1990', 'Esa fecha no existe'],
  ['31/02/1990', 'Esa fecha no existe'],
  ['16/06/2026', 'No puede estar en el futuro'],
  ['mañana', 'Debe ser una fecha como 24/07/1990'],
  [7, 'Debe ser una fecha como 24/07/1990'],
  [true, 'Debe ser una fecha como 24/07/1990'],
])('no day: %s', (cell, error) => {
  expect(readDay(cell, { latest: today, birth: true })).toEqual({ error })
})

test.each<[Cell, string]>([
  [8_095_551_234, '8095551234'],
  [12.5, '12.5'],
  ['  Ana \u00a0 María\n Peña ', 'Ana María Peña'],
  [true, 'sí'],
  [null, ''],
  [new Date('2026-01-02T00:00:00Z'), '2026-01-02'],
  [new Date(Number.NaN), ''],
])('a cell as a person reads it: %s', (cell, text) => {
  expect(textOf(cell)).toBe(text)
})

test.each([
  ['15', { value: 15 }],
  ['0015', { value: 15 }],
  ['15.0', { value: 15 }],
  ['0', { error: 'Debe tener de 1 a 9 dígitos' }],
  ['1234567890', { error: 'Debe tener de 1 a 9 dígitos' }],
  ['A-7', { error: 'Debe tener de 1 a 9 dígitos' }],
])('a number: %s', (text, read) => {
  expect(readPin(text)).toEqual(read)
})

import { expect, test } from 'vitest'
import {
  canHaveSwappedDayAndMonth,
  formatCell,
  formatIsoDay,
  isMonthFirstColumn,
  parseAmount,
  parseCount,
  parseDay,
  parsePin,
} from './parse-cells.ts'
import type { TableCell } from './read-table.ts'

const today = '2026-06-15'

test.each<[string, TableCell[]]>([
  ['1990-07-24', ['24/07/1990']],
  ['1990-06-05', ['5/6/90', '5-6-1990', '05.06.1990', '1990-06-05', '1990/6/5', '1990-06-05T00:00:00Z']],
  ['1990-06-05', ['05/06/1990 00:00', '5/6/1990 12:00:00 a. m.', 'vie 05/06/1990', '19900605', 19_900_605]],
  // Excel's serial number of a day, from a cell without a date format.
  ['1990-06-05', [new Date('1990-06-05T00:00:00Z'), 33_029, 33_029.75, '33029', '33029.75']],
  ['2026-01-12', ['12-ene-2026', '12 de enero de 2026', '12 Jan 2026', 'lunes, 12 de enero de 2026', 'Jan 12, 2026']],
  ['2026-01-12', ['Mon, Jan 12, 2026']],
  ['2025-09-12', ['12 de Septiembre del 2025']],
  ['2025-09-03', ['3-set-2025']],
  ['2026-01-14', ['mié. 14 ene. 2026']],
  ['2026-03-03', ['March 3rd, 2026', 'marzo 3 2026']],
])('parseDay: reads %s', (day, cells) => {
  for (const cell of cells) expect(parseDay(cell, { latest: today, birth: true }), String(cell)).toEqual({ value: day })
})

test.each<[string, TableCell[]]>([
  ['Esa fecha no existe', ['07/24/1990', '31/02/1990', '19901305', 'Ene 32, 2026']],
  ['No puede estar en el futuro', ['16/06/2026']],
  ['Debe ser una fecha como 24/07/1990', ['mañana', 7, '1990060', 'lunes', true]],
])('parseDay: refuses %s', (error, cells) => {
  for (const cell of cells) expect(parseDay(cell, { latest: today, birth: true }), String(cell)).toEqual({ error })
})

test.each<[TableCell, string]>([
  [8_095_551_234, '8095551234'],
  [12.5, '12.5'],
  ['  Ana \u00a0 María\n Peña ', 'Ana María Peña'],
  [true, 'sí'],
  [null, ''],
  [new Date('2026-01-02T00:00:00Z'), '2026-01-02'],
  [new Date(Number.NaN), ''],
])('formatCell: returns a cell as a user sees it (%s)', (cell, text) => {
  expect(formatCell(cell)).toBe(text)
})

test('parsePin: accepts one to nine digits', () => {
  for (const text of ['15', '0015', '15.0']) expect(parsePin(text)).toEqual({ value: 15 })
  for (const text of ['0', '1234567890', 'A-7'])
    expect(parsePin(text)).toEqual({ error: 'Debe tener de 1 a 9 dígitos' })
})

test.each<[string, TableCell[]]>([
  ['1250.00', [1250, '1250', 'RD$1,250.00', '1250.0000']],
  ['1250.50', [1250.5, '1,250.50', '1.250,50', '1 250,50', "1'250.50"]],
  // A third of 100, which the sheet shows as 33.33.
  ['33.33', [33.333333]],
  ['58.33', ['58.3333']],
  ['1250000.00', ['1.250.000']],
  ['12.50', ['12,5']],
  ['50.00', ['RD$ 50', '50.00 DOP', '50 pesos', '50.-']],
  ['35.00', ['$35']],
  ['0.00', ['0']],
])('parseAmount: reads %s', (value, cells) => {
  for (const cell of cells) expect(parseAmount(cell), String(cell)).toEqual({ value })
})

test.each<[string, TableCell[]]>([
  // In `1.250` the point may separate thousands or decimals, so the amount is ambiguous.
  ['Debe ser un importe como 1250 o 1,250.00, con dos decimales como máximo', ['1.250', 'US$ 5', '€ 5', '1,25,0']],
  ['Debe ser un importe como 1250 o 1,250.00, con dos decimales como máximo', ['gratis', '50-60', true]],
  ['No puede ser negativo', ['-5', -5, 'RD$ -5']],
  ['Debe ser como máximo 9,999,999,999.99', ['99999999999']],
])('parseAmount: refuses %s', (error, cells) => {
  for (const cell of cells) expect(parseAmount(cell), String(cell)).toEqual({ error })
})

test.each<[number, TableCell[]]>([
  [12, [12, '12', '12.00', '12,0', '12 und', '12 unidades']],
  [1250, ['1,250']],
  [3, ['3 uds.']],
])('parseCount: reads %s', (value, cells) => {
  for (const cell of cells) expect(parseCount(cell, 1_000_000), String(cell)).toEqual({ value })
})

test.each<[string, TableCell[]]>([
  ['Debe ser un número entero', [2.5, '2.5', '1.250', 'media caja', '12 kg']],
  ['No puede ser negativo', [-3]],
  ['Debe ser como máximo 1,000,000', ['2000000']],
])('parseCount: refuses %s', (error, cells) => {
  for (const cell of cells) expect(parseCount(cell, 1_000_000), String(cell)).toEqual({ error })
})

test('parseDay: reads a date with a weekday in the day and month order of its column', () => {
  const column = ['Fri 06/05/2026', 'Thu, 06/25/2026', 'lun 12/01/2026']
  expect([isMonthFirstColumn(column), isMonthFirstColumn(['vie 05/06/2026', 'jue 25/06/2026'])]).toEqual([true, false])
  expect(column.map((cell) => parseDay(cell, { monthFirst: true }).value)).toEqual([
    '2026-06-05',
    '2026-06-25',
    '2026-12-01',
  ])
  expect(formatIsoDay('Fri 06/05/2026')).toBe('2026-06-05')
})

test('formatIsoDay: rewrites dates in the order in which they were read', () => {
  // The century of a two-digit year is not added here, since it differs for birth dates and expiry dates.
  for (const [cell, said] of [
    ['3/4/2026 10:30', '2026-03-04'],
    ['3/4/90', '4/3/90'],
    ['mañana', 'mañana'],
    [null, ''],
  ])
    expect(formatIsoDay(cell ?? null)).toBe(said)
})

const [dominican, spain, mexico, colombia] = [
  'America/Santo_Domingo',
  'Europe/Madrid',
  'America/Mexico_City',
  'America/Bogota',
]

test.each([
  ['2026-04-01T03:59:59.000Z', dominican, '2026-03-31'],
  ['2026-03-30T22:00:00.000Z', spain, '2026-03-31'],
  ['2026-12-31T05:59:59Z', mexico, '2026-12-30'],
  ['2027-01-01T05:59:59.999Z', mexico, '2026-12-31'],
  ['2026-12-31T05:00:00.000Z', colombia, '2026-12-31'],
  ['1990-01-14T23:00:00.000Z', spain, '1990-01-15'],
  ['1990-06-04T22:00:00.000Z', spain, '1990-06-05'],
  ['2026-12-31 20:30:00+00:00', spain, '2026-12-31'],
  ...[dominican, spain, mexico, colombia].flatMap((zone) =>
    [
      '2026-12-31T00:00:00.000Z',
      '2026-12-31T00:00:00-04:00',
      '2026-12-31T00:00:00+01:00',
      '2026-12-31 00:00:00+00',
      '2026-12-31 23:59:59-05',
      '2026-12-31 00:00:00 UTC',
      '2026-12-31T00:00:00',
      '2026-12-31 18:30',
      '31/12/2026, 12:00:00 a. m.',
      '31/12/2026, 12:00:00\u00a0a.\u202fm.',
      '31/12/2026, 0:00:00',
      '31/12/2026 - 23:59',
      '31/12/2026 18:30 hrs',
      'Thu Dec 31 2026 00:00:00 GMT-0600 (hora estándar central)',
      'Thu, 31 Dec 2026 00:00:00 GMT',
      'Dec 31, 2026, 12:00:00 AM',
      'jueves, 31 de diciembre de 2026 0:00',
      '\u200e31/12/2030'.replace('2030', '2026'),
      '="31/12/2026"',
      "'31/12/2026",
    ].map((text) => [text, zone, '2026-12-31']),
  ),
])("parseDay: a time with offset is the gym's day, and midnight the written date (%s in %s)", (cell, zone, day) => {
  expect(parseDay(cell, { zone })).toEqual({ value: day })
})

test.each([
  ['15/03/98', '2028-11-28', '1998-03-15'],
  ['07-nov-85', '2028-11-28', '1985-11-07'],
  ['05.06.79', '2028-11-28', '1979-06-05'],
  ['05/05/70', '2028-11-28', '1970-05-05'],
  ['10/12/26', '2028-11-28', '2026-12-10'],
  ['31/12/99', '2076-11-28', '1999-12-31'],
  ['31.12.26', '2076-11-28', '2026-12-31'],
])('parseDay: two-digit years after the latest allowed date are of the last century (%s)', (cell, horizon, day) => {
  expect(parseDay(cell, { horizon })).toEqual({ value: day })
})

const day = (text: string) => new Date(`${text}T00:00:00Z`)

test.each<[string, TableCell[], boolean]>([
  ['texts with the day first', [day('2026-05-04'), day('2026-12-01'), '25/04/2026', '13/12/2026'], true],
  ['texts with the month first', [day('2026-05-04'), '04/25/2026', null], true],
  ['one of each', [day('2026-12-01'), '13/12/2026'], true],
  ['birthdays', [day('1990-12-01'), day('1985-03-02'), '15/01/1992', '28/12/1979'], true],
  ['numbers of days', [46_357, '13/12/2026'], true],
  ['a day above 12', [day('2026-12-21'), day('2027-02-01'), '15/01/2027'], false],
  ['a text with two readings', [day('2026-05-04'), '25/04/2026', '05/04/2026'], false],
  ['texts of both kinds', [day('2026-05-04'), '25/04/2026', '04/25/2026'], false],
  ['only days', [day('2026-05-04'), day('2026-12-01')], false],
  ['only texts', ['25/04/2026'], false],
  ['days that read alike', [day('2026-05-05'), '25/04/2026'], false],
])('hasSwappedDaysAndMonths: detects that Excel exchanged days and months (%s)', (_, cells, found) => {
  expect(canHaveSwappedDayAndMonth(cells)).toBe(found)
})

test.each([
  ['="dice ""no"""', 'dice "no"'],
  ["'Pepe' Mota", "'Pepe' Mota"],
  ["D'Oleo", "D'Oleo"],
])('formatCell: removes only quotes added by programs (%s)', (cell, text) => {
  expect(formatCell(cell)).toBe(text)
})

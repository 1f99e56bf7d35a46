import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, formatDate } from './dates.ts'
import { formatNumber, formatPercent } from './format-numbers.ts'
import { formatMoney, fromCents } from './money.ts'
import {
  findFutureDayError,
  futureDayText,
  readTypedDay,
  readTypedMoney,
  readTypedPercent,
  readTypedWholeNumber,
} from './parse-input.ts'
import {
  moneyInput,
  optionalDay,
  optionalMoneyInput,
  optionalWholeNumberBetween,
  percentInput,
  wholeNumberBetween,
} from './schemas.ts'

const money = 'Debe ser un importe como 1250 o 1,250.00, con dos decimales como máximo'
const negative = 'No puede ser negativo'
const required = 'Este campo es requerido'
const whole = 'Debe ser un número entero'
const noPercent = 'Debe ser un porcentaje de 0 a 100 con dos decimales'
const noDay = 'Debe ser una fecha como 24/07/2026'

test.each([
  ['1250', '1250.00'],
  ['1,250', '1250.00'],
  ['1,250.00', '1250.00'],
  ['$ 1,250.00', '1250.00'],
  ['$1250', '1250.00'],
  [' 1250.5 ', '1250.50'],
  ['12,50', '12.50'],
  ['12,5', '12.50'],
  ['1250,50', '1250.50'],
  ['0', '0.00'],
  ['0.07', '0.07'],
  ['0,07', '0.07'],
  ['007.10', '7.10'],
  ['1,234,567.8', '1234567.80'],
  ['9,999,999,999.99', '9999999999.99'],
])('readMoney, amount: read «%s» as %s', (typed, value) => {
  expect(readTypedMoney(typed)).toEqual({ value })
  expect(moneyInput.parse(typed)).toBe(value)
  expect(optionalMoneyInput.parse(typed)).toBe(value)
})

test.each([
  ['', required],
  ['  ', required],
  ['$', required],
  ['1.250,00', money],
  ['1.250', money],
  ['12.555', money],
  ['12,3456', money],
  ['1,2345', money],
  ['12345,678', money],
  ['1,250,00', money],
  ['1,25.00', money],
  ['0,500', money],
  ['1,250,5', money],
  ['5,000.0,', money],
  ['1,250.0,5', money],
  ['1,250.,50', money],
  ['1,250.', money],
  ['1 250', money],
  ['1250.', money],
  ['.5', money],
  [',5', money],
  ['1e3', money],
  ['+5', money],
  ['12a', money],
  ['١٢', money],
  ['12 $', money],
  ['RD$ 12', money],
  ['-', money],
  ['-3', negative],
  ['-0.01', negative],
  ['$ -3', negative],
  ['-$3', negative],
  ['10000000000', 'Debe ser como máximo 9,999,999,999.99'],
  ['9'.repeat(400), 'Debe ser como máximo 9,999,999,999.99'],
])('readMoney: refuses «%s» (%s)', (typed, error) => {
  expect(readTypedMoney(typed)).toEqual({ error })
  expect(moneyInput.safeParse(typed).error?.issues[0]?.message).toBe(error)
})

test.each([
  ['12', 12],
  ['1,250', 1250],
  ['1,000,000', 1_000_000],
  [' 7 ', 7],
  ['007', 7],
])('readWholeNumber: reads «%s» as %i', (typed, value) => {
  expect(readTypedWholeNumber(typed, 1, 1_000_000)).toEqual({ value })
  expect(wholeNumberBetween(1, 1_000_000).parse(typed)).toBe(value)
})

test.each([
  ['', required],
  ['1.5', whole],
  ['2,5', whole],
  ['1.0', whole],
  ['12,50', whole],
  ['0,500', whole],
  ['1e3', whole],
  ['tres', whole],
  ['-3', negative],
  ['0', 'Debe ser al menos 1'],
  ['746012345678', 'Debe ser como máximo 1,000,000'],
  ['9'.repeat(400), 'Debe ser como máximo 1,000,000'],
])('readWholeNumber: refuses «%s» (%s)', (typed, error) => {
  expect(readTypedWholeNumber(typed, 1, 1_000_000)).toEqual({ error })
  expect(wholeNumberBetween(1, 1_000_000).safeParse(typed).error?.issues[0]?.message).toBe(error)
})

test.each([
  ['0', 0],
  ['10.5', 10.5],
  ['33,33', 33.33],
  ['18 %', 18],
  ['100.00', 100],
])('readPercent: reads «%s» as %d', (typed, value) => {
  expect(readTypedPercent(typed)).toEqual({ value })
  expect(percentInput.parse(typed)).toBe(value)
})

test.each(['100.01', '1,000', '1.005', '-1', 'diez', '10,5,5', '% 10'])('readPercent: refuses «%s»', (typed) => {
  expect(readTypedPercent(typed)).toEqual({ error: noPercent })
  expect(percentInput.safeParse(typed).error?.issues[0]?.message).toBe(noPercent)
})

test('request schemas: accept numbers besides texts', () => {
  expect(moneyInput.parse(12.5)).toBe('12.50')
  expect(wholeNumberBetween(0, 365).parse(7)).toBe(7)
  expect(percentInput.parse(10.5)).toBe(10.5)
  for (const wrong of [-0.01, 1.001, 1e21, null, true, {}]) expect(moneyInput.safeParse(wrong).success).toBe(false)
  for (const wrong of [1.5, -3, 366, 1e21]) expect(wholeNumberBetween(0, 365).safeParse(wrong).success).toBe(false)
  expect(wholeNumberBetween(0, 365).safeParse(1.5).error?.issues[0]?.message).toBe(whole)
})

test('optionalMoneyInput, optionalWholeNumber: turn blanks into null', () => {
  for (const none of ['', '  ', null]) {
    expect(optionalMoneyInput.parse(none)).toBeNull()
    expect(optionalWholeNumberBetween(0, 9).parse(none)).toBeNull()
  }
  expect(optionalMoneyInput.safeParse('x').error?.issues[0]?.message).toBe(money)
  expect(optionalWholeNumberBetween(0, 9).safeParse('1.5').error?.issues[0]?.message).toBe(whole)
})

const today = '2026-11-21'

test.each([
  ['5/6/1990', '1990-06-05'],
  ['05/06/1990', '1990-06-05'],
  ['5-6-1990', '1990-06-05'],
  ['5.6.1990', '1990-06-05'],
  [' 24/07/1990 ', '1990-07-24'],
  ['29/2/2024', '2024-02-29'],
  ['1/9/26', '2026-09-01'],
  ['1/1/31', '2031-01-01'],
  ['01/02/03', '2003-02-01'],
])('readTypedDay: reads «%s» as %s', (typed, value) => expect(readTypedDay(typed)).toEqual({ value }))

test.each([
  ['5/6/90', '1990-06-05'],
  ['21/11/26', '2026-11-21'],
  ['22/11/26', '1926-11-22'],
  ['1/1/00', '2000-01-01'],
  ['1/1/27', '1927-01-01'],
  ['5/6/1926', '1926-06-05'],
])('readTypedDay: reads birth date «%s» as the nearest past day %s', (typed, value) =>
  expect(readTypedDay(typed, { latest: today, birth: true })).toEqual({ value }),
)

test.each([
  ['', required],
  ['31/02/1990', 'Esa fecha no existe'],
  ['29/2/2026', 'Esa fecha no existe'],
  ['13/13/2026', 'Esa fecha no existe'],
  ['0/1/2026', 'Esa fecha no existe'],
  ['1/1/1899', 'Debe ser una fecha desde 1900'],
  ['31/12/9999', 'Debe ser una fecha hasta 2999'],
  ['5/6', noDay],
  ['5/6/199', noDay],
  ['5/6/19900', noDay],
  ['5/6-1990', noDay],
  ['1990-06-05', noDay],
  ['5 6 1990', noDay],
  ['5 de junio', noDay],
  ['05061990', noDay],
  ['hoy', noDay],
  ['22/11/2026', 'No puede estar en el futuro'],
  ['22/11/26', 'No puede estar en el futuro'],
])('readTypedDay: refuses «%s» (%s)', (typed, error) =>
  expect(readTypedDay(typed, { latest: today })).toEqual({ error }),
)

test('optionalDay: explains why a typed day is refused', () => {
  const told = (text: string) => optionalDay.safeParse(text).error?.issues[0]?.message
  expect(told('31/02/1990')).toBe('Esa fecha no existe')
  expect(told('ayer')).toBe(noDay)
  expect(told('5/6/1990')).toBe('Debe ser una fecha AAAA-MM-DD')
})

test('readMoney, readWholeNumber, readPercent, readTypedDay: accept values as displayed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
      expect(readTypedMoney(formatMoney(fromCents(cents)))).toEqual({ value: fromCents(cents) })
      expect(readTypedMoney(fromCents(cents))).toEqual({ value: fromCents(cents) })
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (value) => {
      expect(readTypedWholeNumber(formatNumber(value), 0, 1_000_000_000)).toEqual({ value })
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
      expect(readTypedPercent(formatPercent(hundredths / 100))).toEqual({ value: hundredths / 100 })
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365 * 250 }), (count) => {
      const day = addDays('1900-01-01', count)
      expect(readTypedDay(formatDate(day))).toEqual({ value: day })
    }),
  )
})

test('readMoney: the value has the same digits as the typed text', () => {
  // Typed texts consist of single keys and of groups that single random keys would rarely form.
  const text = fc.string({
    unit: fc.constantFrom(...'0123456789.,-$ %/a', '1,250', ',000', '.5', '.00'),
    maxLength: 14,
  })
  fc.assert(
    fc.property(text, (typed) => {
      const { value } = readTypedMoney(typed)
      if (value === undefined) return
      const digits = (of: string) => of.replaceAll(/\D/g, '').replace(/^0+/, '')
      const decimals = /[.,](\d{1,2})$/.exec(typed.trim())?.[1] ?? ''
      expect(digits(value)).toBe(digits(typed + '0'.repeat(2 - decimals.length)))
    }),
    { numRuns: 3000 },
  )
})

test.each([
  [0, '0'],
  [1250, '1,250'],
  [12_500, '12,500'],
  [1_000_000, '1,000,000'],
  [10.5, '10.5'],
  [1234.567, '1,234.57'],
  [-1250, '-1,250'],
])('formatNumber: formats %d as %s', (value, shown) => expect(formatNumber(value)).toBe(shown))

test('formatPercent: formats 10.5 as 10.5 % and 33.33 as 33.33 %', () => {
  expect(formatPercent(10.5)).toBe('10.5 %')
  expect(formatPercent(33.33)).toBe('33.33 %')
})

test.each([
  ['2026-11-22', null],
  ['2026-11-23', futureDayText],
  ['23/11/2026', futureDayText],
  ['05/12/2026', futureDayText],
  ['ayer', null],
  ['', null],
  [null, null],
])('findFutureDayError: for day %s returns %s', (day, refusal) =>
  expect(findFutureDayError(day, '2026-11-22')).toBe(refusal),
)

import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import { expect, test } from 'vitest'
import { screens } from '../../navigation/screens.ts'
import { formatLongDay, isEmptyReport, listIncomeLines, listOutgoingLines, makeBalanceLine } from './report-figures.ts'

const none = { products: '0.00', memberships_daily: '0.00', memberships_other: '0.00', total: '0.00' }
const quiet: DailyReport = {
  day: '2026-11-21',
  income: none,
  voided: none,
  net: '0.00',
  outgoings: [{ kind: 'purchase', booked: '0.00', voided: '0.00' }],
  attendances: 0,
  new_memberships: 0,
  renewed_memberships: 0,
  expired_memberships: 0,
  refunds: [],
  closings: [],
  low_stock: [{ id: 1, name: 'Agua', quantity: 0, minimum: 5 }],
}

test('daily report: a day without events counts as empty', () => {
  expect(isEmptyReport(quiet)).toBe(true)
  expect(isEmptyReport({ ...quiet, expired_memberships: 1 })).toBe(false)
  expect(isEmptyReport({ ...quiet, voided: { ...none, total: '5.00' }, net: '-5.00' })).toBe(false)
  expect(isEmptyReport({ ...quiet, outgoings: [{ kind: 'purchase', booked: '5.00', voided: '0.00' }] })).toBe(false)
  expect(isEmptyReport({ ...quiet, income: { ...quiet.income, products: '0.01', total: '0.01' } })).toBe(false)
})

test('report figures: the net income is the booked income less voids', () => {
  const income = { ...none, products: '20.00', total: '20.00' }
  const labels = ['Productos', 'Otras membresías', 'Membresías diarias']
  expect(listIncomeLines({ ...quiet, income }).map(({ label }) => label)).toEqual([...labels, 'Total'])
  const lines = listIncomeLines({ ...quiet, income, voided: { ...none, total: '5.00' }, net: '15.00' })
  expect(lines.map(({ label }) => label)).toEqual([...labels, 'Registrado', 'Anulaciones', 'Neto'])
  expect(lines.slice(-2).map(({ value }) => value)).toEqual(['-5.00', '15.00'])
})

test('report figures: outgoings are listed by kind, with their voids subtracted', () => {
  const outgoings = [{ kind: 'purchase' as const, booked: '20.00', voided: '5.50' }]
  expect(listOutgoingLines({ ...quiet, outgoings })).toEqual([
    { label: 'Compras de productos', value: '20.00' },
    { label: 'Registrado', value: '20.00' },
    { label: 'Anulaciones', value: '-5.50' },
    { label: 'Neto', value: '14.50' },
  ])
})

test('daily report: the day is written in words', () => {
  expect(formatLongDay('2026-11-21')).toBe('Sábado, 21 de noviembre de 2026')
  const read = screens.dailyReport.search
  expect(read({ day: '2026-11-21' })).toEqual({ day: '2026-11-21' })
  for (const day of ['2026-02-30', 'ayer', 5, undefined]) expect(read({ day })).toEqual({})
})

test('report figures: the balance is income less outgoings, each without voids', () => {
  const outgoings = [
    { kind: 'purchase' as const, booked: '300.00', voided: '100.00' },
    { kind: 'expense' as const, booked: '50.50', voided: '0.00' },
  ]
  expect(makeBalanceLine({ ...quiet, net: '1000.00', outgoings })).toEqual({
    label: 'Ingresos menos egresos',
    value: '749.50',
  })
})

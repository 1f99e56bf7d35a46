import { expect, test } from 'vitest'
import { countAndSum, filterText, sumOf } from './sale-list.ts'

interface Row {
  amount: string
  voided?: boolean
}

const shape = { amountOf: (row: Row) => row.amount, isVoided: (row: Row) => row.voided === true }

test('the sum leaves out what was voided, to the cent', () => {
  const rows = [{ amount: '0.10' }, { amount: '0.20' }, { amount: '1250.05' }, { amount: '99.00', voided: true }]
  expect(sumOf(rows, shape)).toBe('1250.35')
  expect(sumOf([], shape)).toBe('0.00')
})

test('paper says which days and whom it lists', () => {
  expect(countAndSum(1, '50.00')).toBe('1 venta · $ 50.00')
  expect(countAndSum(12_000, '1250000.5')).toBe('12,000 ventas · $ 1,250,000.50')
  expect(filterText({}, '2026-03-04')).toBe('04/03/2026')
  expect(filterText({ name: 'José', start: '2026-02-01' }, '2026-03-04')).toBe(
    'Del 01/02/2026 al 04/03/2026 · Cliente: José',
  )
})

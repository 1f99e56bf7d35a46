import { expect, test } from 'vitest'
import {
  formatDateAndNameFilter,
  formatDocumentSums,
  purchaseNouns,
  saleNouns,
  sumDocuments,
} from './document-list-texts.ts'

test.each([
  [{ total: 1, total_voided: 0, amount_sum: '50.00' }, '1 venta · $ 50.00'],
  [{ total: 1234, total_voided: 0, amount_sum: '3450.00' }, '1,234 ventas · $ 3,450.00'],
  [{ total: 9, total_voided: 1, amount_sum: '800.00' }, '8 ventas · $ 800.00 · 1 anulada'],
  [{ total: 3, total_voided: 3, amount_sum: '0.00' }, '0 ventas · $ 0.00 · 3 anuladas'],
])('list texts: %o counts voided documents separately', (sums, text) => {
  expect(formatDocumentSums(sums, saleNouns)).toBe(text)
})

test('list texts: a list of purchases counts "compras" instead of "ventas"', () => {
  expect(formatDocumentSums({ total: 1, total_voided: 0, amount_sum: '1.00' }, purchaseNouns)).toBe('1 compra · $ 1.00')
})

const days = (start_date: string) => ({ start_date, end_date: '2026-11-21' })

test('list texts: printed lists state filter and days, and a single day only once', () => {
  expect(formatDateAndNameFilter(days('2026-11-21'), 'Cliente', undefined)).toBe('21/11/2026')
  expect(formatDateAndNameFilter(days('2026-11-20'), 'Cliente', 'José')).toBe(
    'Del 20/11/2026 al 21/11/2026 · Cliente: José',
  )
})

test('list texts: the sum leaves out voided documents and is exact to the cent', () => {
  const rows = ['0.10', '0.20', '1250.05'].map((amount) => ({ amount, voided: false }))
  const voided = { amount: '99.00', voided: true }
  const amountOf = ({ amount }: { amount: string }) => amount
  expect(sumDocuments([...rows, voided], amountOf)).toEqual({ total: 4, total_voided: 1, amount_sum: '1250.35' })
  expect(sumDocuments([], amountOf)).toEqual({ total: 0, total_voided: 0, amount_sum: '0.00' })
})

import { screen } from '@testing-library/react'
import type { ConsumerReceiptSums } from '@torniquete/contract/fiscal/do/report-rows.ts'
import { expect, test } from 'vitest'
import { renderAtPath, sentRequests, setFakeAnswers } from '../../testing/render.tsx'
import { NewVoidedNumber } from './dialogs.tsx'
import { ConsumerReceiptSumsPanel, RemoveVoidedNumber } from './reports.tsx'

const sums: ConsumerReceiptSums = {
  count: 1204,
  amount: '10000.00',
  tax: '1800.00',
  cash: '11800.00',
  transfer: '0.00',
  card: '0.00',
  credit: '0.00',
  vouchers: '0.00',
  barter: '0.00',
  other_forms: '0.00',
}

test('consumer summary: copies a figure as digits without separators', async () => {
  const hand = renderAtPath(<ConsumerReceiptSumsPanel sums={sums} month="2026-11" />)
  expect(await screen.findByText('1,204')).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Copiar Efectivo' }))
  expect(await navigator.clipboard.readText()).toBe('11800.00')
  await hand.click(screen.getByRole('button', { name: 'Copiar Cantidad de comprobantes' }))
  expect(await navigator.clipboard.readText()).toBe('1204')
})

test('voided number: a missing reason is marked at its field', async () => {
  const hand = renderAtPath(<NewVoidedNumber />)
  await hand.type(await screen.findByRole('textbox', { name: /NCF/ }), 'B0200000009')
  await hand.click(screen.getByRole('button', { name: 'Anotar' }))
  expect(await screen.findByText('Elige un motivo del 01 al 10')).toBeTruthy()
})

test('voided number: is removed after a question', async () => {
  const row = {
    ncf: 'B0200000009',
    date: '2026-11-30',
    kind: '04',
    document: { kind: 'voided_number' as const, id: 3 },
  }
  setFakeAnswers(() => ({ status: 204 }))
  const hand = renderAtPath(<RemoveVoidedNumber row={row} onClose={() => undefined} />)
  await hand.click(await screen.findByRole('button', { name: 'Quitar' }))
  expect(await screen.findByText('Comprobante B0200000009 quitado')).toBeTruthy()
  expect(sentRequests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/v1/fiscal/voided-numbers/3',
  ])
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithSession, setFakeAnswers } from '../../testing/render.tsx'
import { BillDialogRoute } from './BillDialog.tsx'

const sale = {
  id: 0,
  number: 7,
  created_at: '2026-11-30T12:00:00.000Z',
  amount_total: '25.00',
  client: { id: 1, name: 'Rosa' },
  user: { id: 2, name: 'Ana' },
  sales_bill_items: [],
  voided: null,
  partial_voids: null,
  fiscal: null,
  fiscal_note: null,
}
const payment = { voided: null }

async function listPrintButtons(tickets: object[]): Promise<(string | null)[]> {
  setFakeAnswers(({ path }) => {
    if (path.includes('/tickets/')) return { json: tickets }
    if (path.includes('/tenders')) return { json: [] }
    if (path.includes('/debts/')) return { json: null }
    if (path.includes('/show-info')) return { json: {} }
    if (path.includes('gym-info')) return { json: { timeZone: 'America/Santo_Domingo' } }
    return path.startsWith('/v1/sales/') ? { json: sale } : undefined
  })
  renderWithSession(<BillDialogRoute />)
  await screen.findAllByText('Rosa')
  const buttons = await screen.findAllByRole('button', { name: /^Imprimir/ })
  return buttons.map(({ textContent }) => textContent)
}

test.each([
  ['sold alone', [], ['Imprimir']],
  ['of a ticket', [{ payment, sale, fiscal: null }], ['Imprimir ticket', 'Imprimir']],
  ['of a ticket with a fiscal receipt', [{ payment, sale, fiscal: { ncf: 'B0200000001' } }], ['Imprimir ticket']],
])('bill dialog: a document %s can be printed by these buttons', async (_, tickets, expected) => {
  expect(await listPrintButtons(tickets)).toEqual(expected)
})

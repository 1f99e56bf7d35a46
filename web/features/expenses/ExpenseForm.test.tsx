import { screen, waitFor } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { renderWithSession, sentRequests, setFakeAnswers } from '../../testing/render.tsx'
import { ExpenseForm } from './ExpenseForm.tsx'

let country: 'none' | 'DO'
const bodies = () => sentRequests.filter(({ method }) => method === 'POST').map(({ body }) => body)

function answerFor(path: string): object | undefined {
  if (path === '/v1/fiscal/settings') return { country, mode: 'paper', prices_include_tax: true }
  if (path === '/v1/fiscal/buyers/101850043') return { tax_id: '101850043', legal_name: 'Edenorte' }
  if (path === '/v1/gym-info/') return { timeZone: 'America/Santo_Domingo' }
  return []
}

type Received = ComponentProps<typeof ExpenseForm>['received']

const open = (received?: Received) => renderWithSession(<ExpenseForm {...(received && { received })} />)

beforeEach(() => {
  country = 'DO'
  setFakeAnswers(({ method, path }) =>
    method === 'POST' ? { status: 201, json: { id: 1, number: 1, amount: '118.00' } } : { json: answerFor(path) },
  )
})

async function typeExpense(hand: ReturnType<typeof renderWithSession>) {
  await hand.type(await screen.findByRole('textbox', { name: /Concepto/ }), 'Luz')
  await hand.type(screen.getByRole('textbox', { name: /Importe/ }), '118')
  await hand.selectOptions(screen.getByRole('combobox', { name: /Categoría/ }), 'Electricidad y agua')
}

test('expense: the category proposes the kind, and a known RNC the name', async () => {
  const hand = open()
  await typeExpense(hand)
  await hand.type(await screen.findByRole('textbox', { name: /RNC o cédula/ }), '101850043')
  const payee = screen.getByRole('textbox', { name: /Proveedor/ })
  // Many roles are searched at each look, which takes over a second on a busy machine.
  await waitFor(() => expect(payee).toHaveProperty('value', 'Edenorte'))
  expect(screen.getByRole('combobox', { name: /Tipo de bienes/ })).toHaveProperty('value', '02')
  await hand.type(screen.getByRole('textbox', { name: /NCF/ }), 'b0100000009')
  await hand.type(screen.getByRole('textbox', { name: /ITBIS/ }), '18{Enter}')
  await waitFor(() => expect(bodies()).toHaveLength(1))
  expect(bodies()[0]).toMatchObject({
    payee: 'Edenorte',
    supplier_name: 'Edenorte',
    tax_id: '101850043',
    ncf: 'b0100000009',
    goods_kind: '02',
    included_tax: '18.00',
  })
})

test('expense: an invalid NCF is marked, and nothing is sent', async () => {
  const hand = open()
  await typeExpense(hand)
  await hand.type(await screen.findByRole('textbox', { name: /NCF/ }), 'B01{Enter}')
  expect(await screen.findByText('Debe ser un NCF como B0100000001 o E310000000001')).toBeTruthy()
  expect(bodies()).toEqual([])
})

test('expense: without a country the form and its request have no fiscal fields', async () => {
  country = 'none'
  const hand = open()
  await typeExpense(hand)
  await hand.type(screen.getByRole('textbox', { name: /Pagado a/ }), 'Edenorte{Enter}')
  await waitFor(() => expect(bodies()).toHaveLength(1))
  expect(screen.queryByText('NCF')).toBeNull()
  expect(Object.keys(bodies()[0] as object).toSorted()).toEqual([
    'amount',
    'category',
    'description',
    'payee',
    'refuse_short',
    'spent_on',
  ])
})

test('expense: begins with the data of a supplier’s electronic receipt', async () => {
  open({
    id: 7,
    ncf: 'E310000000041',
    type_name: 'Factura de Crédito Fiscal Electrónica',
    tax_id: '101850043',
    legal_name: 'Inmobiliaria Yuna',
    issued_on: '2026-11-30',
    total: '59000.00',
    tax_total: '9000.00',
    received_at: '2026-11-30T12:00:00.000Z',
    document: null,
    approval: null,
    lines: [{ number: 1, description: 'Alquiler del local', quantity: '1', total: '59000.00' }],
    modified_ncf: null,
    check_url: 'https://ecf.dgii.gov.do',
    supplier: null,
  })
  expect(await screen.findByRole('textbox', { name: /NCF/ })).toHaveProperty('value', 'E310000000041')
  const values = { Concepto: 'Alquiler del local', RNC: '1-01-85004-3', Proveedor: 'Inmobiliaria Yuna' }
  for (const [name, value] of Object.entries({ ...values, Importe: '59,000.00', ITBIS: '9,000.00' }))
    expect(screen.getByRole('textbox', { name: new RegExp(name) })).toHaveProperty('value', value)
})

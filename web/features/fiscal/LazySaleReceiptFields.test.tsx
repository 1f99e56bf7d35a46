import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { renderWithSession, sentRequests, setFakeAnswers } from '../../testing/render.tsx'
import { LazySaleReceiptFields } from './LazySaleReceiptFields.ts'
import { type SaleReceiptInput, type SaleReceiptState, useSaleReceiptState } from './use-sale-receipt-state.ts'

const anonymous = { id: 5, name: 'Cliente Anónimo' }
const rosa = { id: 7, name: 'Rosa' }
let state: SaleReceiptState | null
let country: 'none' | 'DO'
let stored: object

interface Options {
  client?: { id: number; name: string }
  total?: string
  errors?: Record<string, string>
}

function Fields({ client = anonymous, total = '118.00', errors = {} }: Options) {
  const [choice, setChoice] = useState<SaleReceiptInput>()
  state = useSaleReceiptState(choice, { client, total, errors })
  return state && <LazySaleReceiptFields state={state} tried onChange={setChoice} />
}
const open = (options: Options = {}) => renderWithSession(<Fields {...options} />)

const button = () => screen.findByRole('button', { name: 'Crédito fiscal' })
const taxId = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'RNC o cédula' })
const legalName = () => screen.findByRole<HTMLInputElement>('textbox', { name: /social/ })

beforeAll(() => LazySaleReceiptFields.preload())

beforeEach(() => {
  country = 'DO'
  stored = { tax_id: null, legal_name: null }
  setFakeAnswers(({ path }) => {
    if (path === '/v1/fiscal/settings') return { json: { country, mode: 'paper', prices_include_tax: true } }
    if (path === '/v1/clients/7') return { json: { ...rosa, ...stored } }
    if (path === '/v1/fiscal/buyers/101850043') return { json: { tax_id: '101850043', legal_name: 'Comercial SRL' } }
    return path.startsWith('/v1/fiscal/buyers/') ? { json: { tax_id: 'x', legal_name: null } } : undefined
  })
})

test('receipt: a small sale asks nothing and requests no receipt', async () => {
  open()
  await button()
  expect(state).toMatchObject({ isOpen: false, wrong: {}, request: undefined })
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('receipt: without a country nothing is shown, also not by the shortcut', async () => {
  country = 'none'
  const hand = open()
  await waitFor(() => expect(sentRequests.map(({ path }) => path)).toContain('/v1/fiscal/settings'))
  await hand.keyboard('{Alt>}r{/Alt}')
  expect(screen.queryByRole('button')).toBeNull()
  expect(state).toBeNull()
})

test('receipt: one key opens the fields, and a known RNC fills the name', async () => {
  const hand = open()
  await button()
  await hand.keyboard('{Alt>}[KeyR]{/Alt}')
  expect(document.activeElement).toBe(await taxId())
  expect(state?.wrong).toEqual({ tax_id: 'Escribe el RNC o la cédula de quien pide crédito fiscal' })
  await hand.keyboard('101-85004-3')
  await waitFor(async () => expect((await legalName()).value).toBe('Comercial SRL'))
  const buyer = { tax_id: '101850043', legal_name: 'Comercial SRL' }
  expect(state).toMatchObject({ wrong: {}, request: { type: 'credit', ...buyer } })
  await hand.click(await button())
  expect(state).toMatchObject({ isOpen: false, request: undefined })
})

test('receipt: RNC and name of the client are proposed', async () => {
  stored = { tax_id: '131246796', legal_name: 'Rosa SRL' }
  const hand = open({ client: rosa })
  await hand.click(await button())
  await waitFor(() => expect(state?.request).toEqual({ type: 'credit', tax_id: '131246796', legal_name: 'Rosa SRL' }))
  await hand.clear(await taxId())
  expect(state).toMatchObject({ legal_name: '', wrong: { tax_id: expect.any(String) } })
})

test('receipt: an unknown RNC needs a name, and a short one is refused', async () => {
  const hand = open()
  await hand.click(await button())
  await hand.type(await taxId(), '40150625')
  expect(state?.wrong).toEqual({ tax_id: 'Debe tener 9 dígitos (RNC) u 11 (cédula)' })
  await hand.type(await taxId(), '4')
  expect(state?.wrong).toEqual({ legal_name: 'Escribe la razón social' })
  await hand.type(await legalName(), 'Nueva SRL')
  expect(state?.request).toEqual({ type: 'credit', tax_id: '401506254', legal_name: 'Nueva SRL' })
})

test('receipt: from RD$ 250,000 on a consumer receipt asks for the buyer', async () => {
  const hand = open({ total: '250000.00' })
  await taxId()
  expect(state?.wrong).toEqual({ tax_id: 'Por este monto hay que escribir el RNC o la cédula del comprador' })
  await hand.type(await taxId(), '00113918205')
  expect(state?.wrong).toEqual({ legal_name: 'Escribe el nombre del comprador' })
  await hand.type(await legalName(), 'Rosa')
  expect(state?.request).toEqual({ type: 'consumer', tax_id: '00113918205', legal_name: 'Rosa' })
})

test('receipt: a refusal of the server at the buyer opens the fields and is shown there', async () => {
  open({ errors: { 'receipt.tax_id': 'Por este monto hay que escribir el RNC' } })
  expect((await taxId()).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Por este monto hay que escribir el RNC')).toBeTruthy()
})

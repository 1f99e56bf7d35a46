import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { renderAtPath, setFakeAnswers } from '../../testing/render.tsx'
import { PaymentField } from './PaymentField.tsx'
import { type PaymentInput, readPaymentInput } from './payment-input.ts'

const kinds = ['Efectivo', 'Tarjeta', 'Transferencia'].map((name, at) => ({
  id: at + 1,
  name,
  in_drawer: at === 0,
  is_default: at === 0,
  is_hidden: false,
}))
let state: ReturnType<typeof readPaymentInput>

function Field({ tried = false, owing = false }: { tried?: boolean; owing?: boolean }) {
  const [paying, setPaying] = useState<PaymentInput>({})
  state = readPaymentInput(kinds, '350.00', paying)
  return <PaymentField state={state} onChange={setPaying} tried={tried} owing={owing} />
}

beforeEach(() => setFakeAnswers(() => ({ json: [] })))

const received = () => screen.findByRole('textbox', { name: /Recibido/ })

test('PaymentField: cash is the default, and an amount received above the price shows the change', async () => {
  const hand = renderAtPath(<Field />)
  await received()
  expect(state.chosen?.name).toBe('Efectivo')
  await hand.type(await received(), '500')
  expect(await screen.findByText('$ 150.00')).toBeTruthy()
})

test('PaymentField: too little cash is shown as an error after a submit', async () => {
  const hand = renderAtPath(<Field tried />)
  await hand.type(await received(), '300')
  expect((await received()).getAttribute('aria-invalid')).toBe('true')
  expect(document.body.textContent).toMatch(/Faltan \$\s50\.00/)
})

test('PaymentField: Alt and a digit choose the method, and only cash asks for cash received', async () => {
  const hand = renderAtPath(<Field />)
  await received()
  await hand.keyboard('{Alt>}[Digit2]{/Alt}')
  expect(state.chosen?.name).toBe('Tarjeta')
  expect(screen.queryByRole('textbox', { name: /Recibido/ })).toBeNull()
})

test('PaymentField: in a split payment the chosen method gets what the others leave unpaid', async () => {
  const hand = renderAtPath(<Field />)
  await received()
  await hand.keyboard('{Alt>}[Digit0]{/Alt}')
  await hand.type(await screen.findByRole('textbox', { name: 'Tarjeta' }), '100.50')
  expect(state.rest).toBe('249.50')
  await hand.keyboard('{Alt>}[Digit0]{/Alt}')
  expect(state.rest).toBe('350.00')
})

test('PaymentField: a button leaves part of the price as a debt, if the gym allows it', async () => {
  const hand = renderAtPath(<Field owing />)
  await hand.click(await screen.findByRole('button', { name: 'Deja a deber' }))
  await hand.type(screen.getByRole('textbox', { name: /Paga ahora/ }), '100')
  expect(state.rest).toBe('100.00')
})

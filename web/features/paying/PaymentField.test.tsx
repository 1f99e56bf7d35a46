import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { renderAtPath, setFakeAnswers } from '../../testing/render.tsx'
import { PaymentField } from './PaymentField.tsx'
import { makePaymentState, type PaymentInput } from './payment-input.ts'

const kinds = ['Efectivo', 'Tarjeta', 'Transferencia'].map((name, at) => ({
  id: at + 1,
  name,
  in_drawer: at === 0,
  is_default: at === 0,
  is_hidden: false,
}))
let state: ReturnType<typeof makePaymentState>

function Field({ tried = false, owing = false }: { tried?: boolean; owing?: boolean }) {
  const [paying, setPaying] = useState<PaymentInput>({})
  state = makePaymentState(kinds, '350.00', paying)
  return <PaymentField state={state} onChange={setPaying} tried={tried} owing={owing} />
}

beforeEach(() => setFakeAnswers(() => ({ json: [] })))

const received = () => screen.findByRole('textbox', { name: /Recibido/ })

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

import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAtPath, sentRequests, setFakeAnswers } from '../../../testing/render.tsx'
import { ConfirmRange, NewElectronicRange, NewRange } from './range-dialogs.tsx'

/** The dialog shows the range with id 0, because its address in this test contains no id. */
const restored = { id: 0, type: 'B02', from: 'B0200000001', to: 'B0200001000', next: 'B0200000120' }

let refusal: { status: number; json: object } | undefined

beforeEach(() => {
  vi.setSystemTime('2026-11-30T12:00:00Z')
  refusal = undefined
  setFakeAnswers(({ method, path }) => {
    if (method === 'POST') return refusal ?? { status: 201, json: { id: 1 } }
    if (path === '/v1/gym-info/') return { json: { timeZone: 'America/Santo_Domingo' } }
    return path === '/v1/fiscal/ranges' ? { json: [restored] } : undefined
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const posted = () => sentRequests.find(({ method }) => method === 'POST')?.body
const first = () => screen.findByRole('textbox', { name: /Primer número/ })

async function fill(hand: ReturnType<typeof renderAtPath>, type: string) {
  await hand.selectOptions(await screen.findByRole('combobox', { name: /Tipo/ }), type)
  await hand.type(await first(), `${type}00000001`)
  await hand.type(screen.getByRole('textbox', { name: /Último número/ }), `${type}00001000`)
}

test('new range: consumer receipts are proposed first and have no expiry', async () => {
  const hand = renderAtPath(<NewRange />)
  expect(await screen.findByRole('combobox', { name: /Tipo/ })).toHaveProperty('value', 'B02')
  expect(screen.queryByRole('textbox', { name: /Vence/ })).toBeNull()
  await fill(hand, 'B02')
  await hand.click(screen.getByRole('button', { name: 'Registrar' }))
  expect(await screen.findByText('Rango registrado')).toBeTruthy()
  expect(posted()).toEqual({ type: 'B02', from: 'B0200000001', to: 'B0200001000', authorization: '' })
})

test('new range: the button for electronic receipts proposes a type of series E on paper too', async () => {
  renderAtPath(<NewElectronicRange />)
  expect(await screen.findByRole('combobox', { name: /Tipo/ })).toHaveProperty('value', 'E32')
})

test('new range: a type that expires proposes 31 December of next year', async () => {
  const hand = renderAtPath(<NewRange />)
  await fill(hand, 'B01')
  expect(await screen.findByRole('textbox', { name: /Vence/ })).toHaveProperty('value', '31/12/2027')
  await hand.click(screen.getByRole('button', { name: 'Registrar' }))
  expect(await screen.findByText('Rango registrado')).toBeTruthy()
  expect(posted()).toMatchObject({ type: 'B01', expires_on: '2027-12-31' })
})

test('new range: another type clears the errors', async () => {
  const hand = renderAtPath(<NewRange />)
  await hand.click(await screen.findByRole('button', { name: 'Registrar' }))
  expect(await screen.findAllByText('Este campo es requerido')).toHaveLength(2)
  await hand.selectOptions(screen.getByRole('combobox', { name: /Tipo/ }), 'B01')
  expect(screen.queryByText('Este campo es requerido')).toBeNull()
})

test('confirmation after a restore: the proposed number can be accepted without a change', async () => {
  const hand = renderAtPath(<ConfirmRange />)
  expect(await screen.findByRole('textbox', { name: /Próximo número/ })).toHaveProperty('value', 'B0200000120')
  await hand.click(screen.getByRole('button', { name: 'Confirmar' }))
  expect(await screen.findByText('Próximo número confirmado')).toBeTruthy()
  expect(sentRequests.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/v1/fiscal/ranges/0/confirm',
    body: { next: 'B0200000120' },
  })
})

test('confirmation after a restore: a number outside the range is an error at its field', async () => {
  const msg = 'Debe estar entre B0200000120 y el final del rango'
  refusal = { status: 422, json: { detail: [{ type: 'custom', msg, loc: ['body', 'next'] }] } }
  const hand = renderAtPath(<ConfirmRange />)
  const next = await screen.findByRole('textbox', { name: /Próximo número/ })
  await hand.clear(next)
  await hand.type(next, 'B0200000005{Enter}')
  expect(await screen.findAllByText(msg)).not.toHaveLength(0)
  expect(next.getAttribute('aria-invalid')).toBe('true')
})

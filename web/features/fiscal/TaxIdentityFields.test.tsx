// Fields that a form has only for gyms with a country, in the simplest form.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SupplierForm } from '../../screens/inventory/dialogs.tsx'
import { renderWithSession, sentRequests, setFakeAnswers } from '../../testing/render.tsx'

function open(country: 'none' | 'DO') {
  setFakeAnswers(({ method, path }) => {
    if (path === '/v1/fiscal/settings') return { json: { country, mode: 'paper', prices_include_tax: true } }
    return method === 'POST' ? { status: 201, json: { id: 1 } } : undefined
  })
  return renderWithSession(<SupplierForm stored={null} />)
}

const create = async (hand: ReturnType<typeof renderWithSession>) => {
  await hand.type(await screen.findByRole('textbox', { name: /Nombre/ }), 'Agua Pura{Enter}')
  await screen.findByText('Proveedor agregado con éxito')
  return sentRequests.find(({ method }) => method === 'POST')?.body
}

test('identity fields: without a country they are neither shown nor sent', async () => {
  const hand = open('none')
  await screen.findByRole('textbox', { name: /Nombre/ })
  expect(screen.queryByRole('textbox', { name: 'RNC o cédula' })).toBeNull()
  expect(await create(hand)).toEqual({ name: 'Agua Pura', email: '', phone_number: '' })
})

test('identity fields: a supplier is saved with RNC and legal name', async () => {
  const hand = open('DO')
  await hand.type(await screen.findByRole('textbox', { name: 'RNC o cédula' }), '1-01-85004-3')
  await hand.type(screen.getByRole('textbox', { name: 'Razón social' }), 'Agua Pura SRL')
  expect(await create(hand)).toMatchObject({ tax_id: '101850043', legal_name: 'Agua Pura SRL' })
})

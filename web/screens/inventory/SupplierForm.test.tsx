// The form of a record, by one that has nothing but fields: what is sent, what is said, and what is kept.

import { screen, waitFor } from '@testing-library/react'
import type { Supplier } from '@torniquete/contract/till/suppliers.ts'
import { expect, test, vi } from 'vitest'
import type { Stored } from '../../forms/use-record-form.tsx'
import { answerWith, sent, show } from '../../testing/render.tsx'
import { SupplierForm } from './SupplierForm.tsx'

const agua = { id: 5, name: 'Agua Pura', email: 'agua@example.com', phone_number: '809-555-0101' } as Supplier
const stored = (more: Partial<Stored<Supplier>> = {}): Stored<Supplier> => ({
  row: agua,
  tag: '"1"',
  reload: vi.fn(),
  ...more,
})

const written = () => sent.filter(({ method }) => method === 'POST' || method === 'PUT')
const name = () => screen.findByRole('textbox', { name: /Nombre/ })

test('an empty required field is marked, has the focus, and nothing is sent', async () => {
  const hand = show(<SupplierForm stored={null} />)
  await hand.click(await screen.findByRole('button', { name: 'Agregar' }))
  expect(await screen.findByText('Este campo es requerido')).toBeTruthy()
  expect(document.activeElement).toBe(await name())
  expect(written()).toEqual([])
})

test('an address that is none is marked at its field', async () => {
  const hand = show(<SupplierForm stored={null} />)
  await hand.type(await name(), 'Agua Pura')
  await hand.type(screen.getByRole('textbox', { name: /Correo/ }), 'agua{Enter}')
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Correo/ }).getAttribute('aria-invalid')).toBe('true'))
  expect(written()).toEqual([])
})

test('a second submit while the first is sent sends nothing', async () => {
  let give: (answer: object) => void = () => undefined
  answerWith(({ method }) => (method === 'POST' ? new Promise((resolve) => (give = resolve)) : undefined))
  const hand = show(<SupplierForm stored={null} />)
  await hand.type(await name(), 'Agua Pura{Enter}{Enter}')
  expect(written()).toHaveLength(1)
  give({ status: 201, json: { id: 1 } })
  expect(await screen.findByText('Proveedor agregado con éxito')).toBeTruthy()
})

test('a refusal is shown, and the fields stay as typed', async () => {
  answerWith(({ method }) =>
    method === 'POST'
      ? { status: 409, json: { detail: 'Ya existe un proveedor con ese nombre', error: 'supplier.taken' } }
      : undefined,
  )
  const hand = show(<SupplierForm stored={null} />)
  await hand.type(await name(), 'Agua Pura{Enter}')
  expect(await screen.findByText('Ya existe un proveedor con ese nombre')).toBeTruthy()
  expect(await name()).toHaveProperty('value', 'Agua Pura')
})

test('a call without an answer is sent again with the same key', async () => {
  answerWith(({ method }) => {
    if (method !== 'POST') return undefined
    return written().length === 1 ? 'no answer' : { status: 201, json: { id: 1 } }
  })
  const hand = show(<SupplierForm stored={null} />)
  await hand.type(await name(), 'Agua Pura{Enter}')
  expect(await screen.findByText('Proveedor agregado con éxito', {}, { timeout: 10_000 })).toBeTruthy()
  const keys = written().map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('an edit sends what was changed, with the version that it was read in', async () => {
  answerWith(({ method }) => (method === 'PUT' ? { json: { ...agua, phone_number: '829-555-0199' } } : undefined))
  const hand = show(<SupplierForm stored={stored()} />)
  const phone = await screen.findByRole('textbox', { name: /Teléfono/ })
  await hand.clear(phone)
  await hand.type(phone, '829-555-0199{Enter}')
  expect(await screen.findByText('Proveedor editado con éxito')).toBeTruthy()
  expect(written()).toMatchObject([{ path: '/v1/suppliers/5', body: { phone_number: '829-555-0199' } }])
  expect(written()[0]?.headers.get('if-match')).toBe('"1"')
})

test('an edit of nothing says so and sends nothing', async () => {
  const hand = show(<SupplierForm stored={stored()} />)
  await hand.click(await screen.findByRole('button', { name: 'Guardar cambios' }))
  expect(await screen.findByText('No hay cambios que guardar.')).toBeTruthy()
  expect(written()).toEqual([])
})

test('Escape asks before it throws away what was typed', async () => {
  const hand = show(<SupplierForm stored={stored()} />)
  await hand.type(await name(), ' Fría')
  await hand.keyboard('{Escape}')
  expect(await screen.findByText('Hay cambios sin guardar')).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Seguir editando' }))
  expect(await name()).toHaveProperty('value', 'Agua Pura Fría')
})

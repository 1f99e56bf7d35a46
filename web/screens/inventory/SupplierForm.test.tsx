// Covers requests, messages and kept input of all forms for a record, using the simplest form.

import { act, screen, waitFor, within } from '@testing-library/react'
import { idempotencyKeyReusedText } from '@torniquete/contract/shared/repeated-call-texts.ts'
import type { Supplier } from '@torniquete/contract/till/suppliers.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useEndpoint } from '../../api/use-endpoint.ts'
import type { StoredRow } from '../../forms/use-record-form.tsx'
import { renderAtPath, sentRequests, setFakeAnswers } from '../../testing/render.tsx'
import { SupplierForm } from './dialogs.tsx'

const agua = { id: 5, name: 'Agua Pura', email: 'agua@example.com', phone_number: '809-555-0101' } as Supplier
const stored = (more: Partial<StoredRow<Supplier>> = {}): StoredRow<Supplier> => ({
  row: agua,
  tag: '"1"',
  ...more,
})

const written = () => sentRequests.filter(({ method }) => method === 'POST' || method === 'PUT')
const name = () => screen.findByRole('textbox', { name: /Nombre/ })

test('supplier form: an empty required field is focused and marked as invalid', async () => {
  const hand = renderAtPath(<SupplierForm stored={null} />)
  await hand.click(await screen.findByRole('button', { name: 'Agregar' }))
  expect(await screen.findByText('Este campo es requerido')).toBeTruthy()
  expect(document.activeElement).toBe(await name())
  expect(written()).toEqual([])
})

test('supplier form: an invalid e-mail address is marked at its field', async () => {
  const hand = renderAtPath(<SupplierForm stored={null} />)
  await hand.type(await name(), 'Agua Pura')
  await hand.type(screen.getByRole('textbox', { name: /Correo/ }), 'agua{Enter}')
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Correo/ }).getAttribute('aria-invalid')).toBe('true'))
  expect(written()).toEqual([])
})

test('supplier form: a second submit while the first is pending sends nothing', async () => {
  let give: (answer: object) => void = () => undefined
  setFakeAnswers(({ method }) => (method === 'POST' ? new Promise((resolve) => (give = resolve)) : undefined))
  const hand = renderAtPath(<SupplierForm stored={null} />)
  await hand.type(await name(), 'Agua Pura{Enter}{Enter}')
  expect(written()).toHaveLength(1)
  give({ status: 201, json: { id: 1 } })
  expect(await screen.findByText('Proveedor agregado con éxito')).toBeTruthy()
})

test('supplier form: an edit sends only changed fields, with the row’s version', async () => {
  setFakeAnswers(({ method }) => (method === 'PUT' ? { json: { ...agua, phone_number: '829-555-0199' } } : undefined))
  const hand = renderAtPath(<SupplierForm stored={stored()} />)
  const phone = await screen.findByRole('textbox', { name: /Teléfono/ })
  await hand.clear(phone)
  await hand.type(phone, '829-555-0199{Enter}')
  expect(await screen.findByText('Proveedor editado con éxito')).toBeTruthy()
  expect(written()).toMatchObject([{ path: '/v1/suppliers/5', body: { phone_number: '829-555-0199' } }])
  expect(written()[0]?.headers.get('if-match')).toBe('"1"')
})

test.each([
  ['POST', null, 'Proveedor agregado con éxito'],
  ['PUT', stored(), 'Proveedor editado con éxito'],
])('supplier form: a %s without an answer is retried with the same idempotency key', async (method, row, done) => {
  setFakeAnswers((call) => {
    if (call.method !== method) return undefined
    return written().length === 1 ? 'no answer' : { status: row ? 200 : 201, json: agua }
  })
  const hand = renderAtPath(<SupplierForm stored={row} />)
  await hand.type(await name(), ' Fría{Enter}')
  expect(await screen.findByText(done, {}, { timeout: 10_000 })).toBeTruthy()
  const keys = written().map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('supplier form: a create changed after a lost answer refreshes the list of suppliers', async () => {
  const refusal = { status: 409, json: { detail: idempotencyKeyReusedText } }
  setFakeAnswers(({ method }) => (method === 'POST' ? (written().length === 1 ? 'no answer' : refusal) : { json: [] }))
  function Page() {
    useEndpoint('suppliers.list', {})
    return <SupplierForm stored={null} />
  }
  const hand = renderAtPath(<Page />)
  await hand.type(await name(), 'Agua{Enter}')
  await hand.click(await screen.findByRole('button', { name: 'Dejar de intentar' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dejar de intentar' })).toBeNull())
  await hand.type(await name(), ' Pura{Enter}')
  expect(await screen.findByText(idempotencyKeyReusedText)).toBeTruthy()
  expect(sentRequests.filter(({ method }) => method === 'GET')).toHaveLength(2)
})

test('supplier form: an edit changed after a lost answer has another idempotency key', async () => {
  setFakeAnswers(({ method }) => (method !== 'PUT' ? undefined : written().length === 1 ? 'no answer' : { json: agua }))
  const hand = renderAtPath(<SupplierForm stored={stored()} />)
  await hand.type(await name(), ' Fría{Enter}')
  await hand.click(await screen.findByRole('button', { name: 'Dejar de intentar' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dejar de intentar' })).toBeNull())
  await hand.type(await name(), '!{Enter}')
  await waitFor(() => expect(written()).toHaveLength(2))
  const [first, second] = written().map(({ headers }) => headers.get('idempotency-key'))
  expect(second).not.toBe(first)
})

/** The server stores the first save ('Agua Pura!'), but its answer is lost. */
test('supplier form: a value put back after a lost answer asks which of the two to keep', async () => {
  const detail = 'Otra persona modificó este registro. Vuelve a cargarlo.'
  const refusal = { status: 412, json: { detail } }
  setFakeAnswers(({ method }) => (method !== 'PUT' ? undefined : written().length === 1 ? 'no answer' : refusal))
  const read = async () => ({ answer: { ...agua, name: 'Agua Pura!' }, tag: '"2"' })
  const hand = renderAtPath(<SupplierForm stored={stored({ read })} />)
  await hand.type(await name(), '!{Enter}')
  await hand.click(await screen.findByRole('button', { name: 'Dejar de intentar' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dejar de intentar' })).toBeNull())
  await hand.type(await name(), '{Backspace}{Enter}')
  expect(await screen.findByRole('dialog', { name: /Otra persona/ })).toBeTruthy()
})

test('supplier form: a conflict is shown if the server refuses even the version just read', async () => {
  const detail = 'Otra persona modificó este registro. Vuelve a cargarlo.'
  setFakeAnswers(({ method }) => (method === 'PUT' ? { status: 412, json: { detail } } : undefined))
  const hand = renderAtPath(<SupplierForm stored={stored({ read: async () => ({ answer: agua, tag: '"2"' }) })} />)
  await hand.type(await name(), ' Fría{Enter}')
  expect(await screen.findByText(detail)).toBeTruthy()
})

/** Makes the server refuse saves of version 1; `row` is the version 2 saved by another user. */
function answerConflict(row: Supplier) {
  setFakeAnswers(({ method, headers }) => {
    if (method !== 'PUT') return undefined
    if (headers.get('if-match') === '"2"') return { json: row }
    return { status: 412, json: { detail: 'Otra persona modificó este registro. Vuelve a cargarlo.' } }
  })
  return stored({ read: async () => ({ answer: row, tag: '"2"' }) })
}

const question = () => screen.findByRole('dialog', { name: 'Otra persona modificó este registro' })
const saves = () => written().map(({ body, headers }) => [headers.get('if-match'), body])

test('conflict: proposes my value in fields that I edited, and the other user’s in all others', async () => {
  const row = answerConflict({ ...agua, name: 'Agua Clara', email: 'clara@example.com', phone_number: '829-555-0199' })
  const hand = renderAtPath(<SupplierForm stored={row} />)
  await hand.type(await name(), ' Fría')
  await hand.type(screen.getByRole('textbox', { name: /Teléfono/ }), '9{Enter}')
  const asked = await question()
  const choices = within(asked).getAllByRole<HTMLInputElement>('radio')
  expect(choices.map(({ labels, checked }) => [labels?.[0]?.textContent, checked])).toEqual([
    ['Lo mío: Agua Pura Fría', true],
    ['Lo suyo: Agua Clara', false],
    ['Lo mío: agua@example.com', false],
    ['Lo suyo: clara@example.com', true],
    ['Lo mío: 809-555-01019', true],
    ['Lo suyo: 829-555-0199', false],
  ])
  await hand.click(within(asked).getByLabelText('Lo suyo: 829-555-0199'))
  await hand.click(within(asked).getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Proveedor editado con éxito')).toBeTruthy()
  expect(saves()).toEqual([
    ['"1"', { name: 'Agua Pura Fría', phone_number: '809-555-01019' }],
    ['"2"', { name: 'Agua Pura Fría' }],
  ])
})

test('conflict: continuing to edit keeps the input, and the next save asks again', async () => {
  const hand = renderAtPath(<SupplierForm stored={answerConflict({ ...agua, name: 'Agua Clara' })} />)
  await hand.type(await name(), ' Fría{Enter}')
  await hand.click(within(await question()).getByRole('button', { name: 'Seguir editando' }))
  expect(await name()).toHaveProperty('value', 'Agua Pura Fría')
  await hand.type(await name(), '{Enter}')
  await hand.click(within(await question()).getByLabelText('Lo suyo: Agua Clara'))
  await hand.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('No hay cambios que guardar.')).toBeTruthy()
  expect(saves().map(([tag]) => tag)).toEqual(['"1"', '"1"'])
})

test('conflict: a change by another user outside the form’s fields does not block the save', async () => {
  const hand = renderAtPath(<SupplierForm stored={answerConflict({ ...agua })} />)
  await hand.type(await name(), ' Fría{Enter}')
  expect(await screen.findByText('Proveedor editado con éxito')).toBeTruthy()
  expect(saves()).toEqual([
    ['"1"', { name: 'Agua Pura Fría' }],
    ['"2"', { name: 'Agua Pura Fría' }],
  ])
})

test('form of a row without a version: fields not edited follow changes by other users', async () => {
  setFakeAnswers(({ method }) => (method === 'PUT' ? { json: agua } : undefined))
  let change: (row: Supplier) => void = () => undefined
  function Live() {
    const [row, setRow] = useState(agua)
    change = setRow
    return <SupplierForm stored={{ row, tag: null }} />
  }
  const hand = renderAtPath(<Live />)
  await hand.type(await name(), ' Fría')
  act(() => change({ ...agua, name: 'Agua Clara', phone_number: '829-555-0199' }))
  expect(screen.getByRole('textbox', { name: /Teléfono/ })).toHaveProperty('value', '829-555-0199')
  expect(await name()).toHaveProperty('value', 'Agua Pura Fría')
  await hand.type(await name(), '{Enter}')
  const asked = await question()
  expect(within(asked).getAllByRole('radio')).toHaveLength(2)
  await hand.click(within(asked).getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Proveedor editado con éxito')).toBeTruthy()
  expect(saves()).toEqual([[null, { name: 'Agua Pura Fría' }]])
})

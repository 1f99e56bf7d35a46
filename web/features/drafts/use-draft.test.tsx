// Covers drafts whose dialog was closed, drafts taken over by another tab, and scans while a draft is being sent.
import { act, screen, waitFor } from '@testing-library/react'
import type { Product } from '@torniquete/contract/till/products.ts'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithSession } from '../../testing/render.tsx'
import { emptyPurchaseReceipt } from '../fiscal/PurchaseReceiptFields.tsx'
import type { DraftChange } from './draft.ts'
import { addProductToLines } from './draft-lines.ts'
import { addLinesToDraft } from './open-drafts.ts'
import { type OpenDraft, useDraft } from './use-draft.ts'

const owner = { gym: 1, user: 2 }
const water = { id: 1, name: 'Agua', quantity: 9, sale_price: '25.00' } as Product
const gel = { id: 2, name: 'Gel', quantity: 9, sale_price: '10.00' } as Product
const refusal = new Error('No hay suficiente existencia de Agua: quedan 2')

let open: OpenDraft
let closed = 0
let given: DraftChange | undefined
let setOpened: (opened: boolean) => void

function Sale() {
  open = useDraft(
    'sale',
    () => {
      closed += 1
    },
    given,
  )
  return (
    <ul>{open.lines.map(({ product, quantity }) => `${product.name} ${quantity}`).join(', ') || 'Sin productos'}</ul>
  )
}

function Page() {
  const [opened, set] = useState(true)
  setOpened = set
  return opened ? <Sale /> : <p>Lista</p>
}

beforeEach(async () => {
  closed = 0
  given = undefined
  renderWithSession(<Page />)
  await screen.findByText('Sin productos')
})

const scan = (product: Product) =>
  act(() => addLinesToDraft(owner, 'sale', (lines) => addProductToLines(lines, product)))
const storedDrafts = () =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith('draft:'))
    .map((name) => JSON.parse(localStorage.getItem(name) ?? ''))

test('draft: the late answer of a closed sale does not change the sale that is open now', async () => {
  scan(water)
  act(() => void open.send())
  const left = open
  act(() => setOpened(false))
  act(() => setOpened(true))
  scan(gel)
  expect(await screen.findByText('Gel 1')).toBeTruthy()
  act(() => void left.leave())
  scan(gel)
  expect(await screen.findByText('Gel 2')).toBeTruthy()
  expect(closed).toBe(0)
})

test('draft: refused after its dialog was closed → it is parked, and the message says where', async () => {
  scan(water)
  act(() => void open.send())
  const left = open
  act(() => setOpened(false))
  expect(left.refuse(refusal)?.description).toBe(`${refusal.message} Está en Ventas en espera.`)
  expect(storedDrafts()).toMatchObject([{ lines: [{ quantity: 1 }] }])
})

test('draft: taken over by another tab → its dialog closes and it can no longer be sent', async () => {
  scan(water)
  const [name = ''] = Object.keys(localStorage).filter((each) => each.startsWith('draft:'))
  const theirs = JSON.stringify({ ...storedDrafts()[0], tab: 'other', at: 1 })
  localStorage.setItem(name, theirs)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: theirs })))
  await waitFor(() => expect(closed).toBe(1))
  expect(open.send()).toBe(null)
  act(() => setOpened(false))
  expect(localStorage.getItem(name)).toBe(theirs)
})

test('draft: deleted by another tab while its dialog is open → it is stored again', () => {
  scan(water)
  const [name = ''] = Object.keys(localStorage).filter((each) => each.startsWith('draft:'))
  localStorage.removeItem(name)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: null })))
  expect(storedDrafts()).toMatchObject([{ lines: [{ quantity: 1 }] }])
})

test('draft: sold by another tab before its dialog opens → the dialog is empty', async () => {
  act(() => setOpened(false))
  scan(water)
  for (const name of Object.keys(localStorage)) if (name.startsWith('draft:')) localStorage.removeItem(name)
  act(() => setOpened(true))
  expect(await screen.findByText('Sin productos')).toBeTruthy()
  expect(storedDrafts()).toEqual([])
})

test('draft: a product scanned while storage is full is shown when the dialog opens', async () => {
  act(() => setOpened(false))
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  scan(water)
  act(() => setOpened(true))
  expect(await screen.findByText('Agua 1')).toBeTruthy()
  full.mockRestore()
})

test('draft: a received receipt opens a new draft, and the one in progress comes after it', async () => {
  act(() => setOpened(false))
  scan(water)
  given = { purchaseReceipt: { ...emptyPurchaseReceipt, ncf: 'E310000000041' } }
  act(() => setOpened(true))
  expect(await screen.findByText('Sin productos')).toBeTruthy()
  expect(open.purchaseReceipt).toMatchObject({ ncf: 'E310000000041' })
  scan(gel)
  act(() => setOpened(false))
  expect(
    storedDrafts()
      .map(({ lines }) => lines[0].product.name)
      .sort(),
  ).toEqual(['Agua', 'Gel'])
})

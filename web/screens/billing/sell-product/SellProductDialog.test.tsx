import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { anonymousClientName, dailyPlanName } from '@torniquete/contract/members/memberships.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { addProductToLines } from '../../../features/drafts/draft-lines.ts'
import { addLinesToDraft } from '../../../features/drafts/open-drafts.ts'
import { renderWithSession, sentRequests, setFakeAnswers } from '../../../testing/render.tsx'
import { SellProductDialog } from './SellProductDialog.tsx'

const water = { id: 1, name: 'Agua', code: null, description: null, quantity: 9, sale_price: '25.00' } as Product
const shake = { ...water, id: 2, name: 'Batido' }
const anonymous = { id: 5, name: anonymousClientName, id_zkteco: null, paid_until: null, status: { debt: null } }
const day = { id: 3, name: dailyPlanName, price: '100.00', duration_days: 1 }
const refusal = 'No hay suficiente existencia de Agua: quedan 0'
const close = vi.fn()
let isRefused: boolean
let anonymousLoaded: Promise<void>
const bookings = () => sentRequests.filter(({ method }) => method === 'POST')
const keys = () => new Set(bookings().map(({ headers }) => headers.get('Idempotency-Key')))

function answerFor(path: string): object | undefined {
  if (path.startsWith('/v1/products/')) return { items: [water, shake], total: 2 }
  if (path === '/v1/memberships/') return [day]
  if (path === '/v1/clients/5') return anonymous
  if (path === '/v1/gym-info/') return { timeZone: 'America/Santo_Domingo' }
  return path.startsWith('/v1/clients/?') ? undefined : []
}

const open = () => renderWithSession(<SellProductDialog onClose={close} />)
const sell = () => screen.findByRole('button', { name: /^Vender(?! e)/ })

beforeEach(() => {
  close.mockClear()
  isRefused = false
  anonymousLoaded = Promise.resolve()
  setFakeAnswers(({ method, path }) => {
    if (path.startsWith('/v1/clients/name/')) return anonymousLoaded.then(() => ({ json: [anonymous] }))
    if (method === 'POST' && isRefused) return { status: 400, json: { detail: refusal } }
    if (method === 'POST') return { status: 201, json: { sale: { id: 8 }, payment: { id: 9 }, id: 8 } }
    const json = answerFor(path)
    return json && { json }
  })
  addLinesToDraft({ gym: 1, user: 2 }, 'sale', (lines) => addProductToLines(lines, water))
})

test('sale: after a refusal the dialog stays open, and the next try has another idempotency key', async () => {
  isRefused = true
  const hand = open()
  await hand.click(await sell())
  expect(await screen.findByText(refusal)).toBeTruthy()
  isRefused = false
  await hand.click(await sell())
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(bookings()).toMatchObject([{ path: '/v1/sales/' }, { path: '/v1/sales/', body: { expected_total: '25.00' } }])
  expect(keys().size).toBe(2)
  expect(Object.keys(localStorage).filter((name) => /draft|pending/.test(name))).toEqual([])
})

test('sale: submitted before the proposed client is loaded, it is sent once the client arrives', async () => {
  let load = () => {}
  anonymousLoaded = new Promise((resolve) => {
    load = resolve
  })
  const hand = open()
  await hand.click(await sell())
  expect(bookings()).toEqual([])
  load()
  await waitFor(() => expect(bookings()).toMatchObject([{ path: '/v1/sales/', body: { id_client: 5 } }]))
})

test('sale by touch: buttons of frequent products move only when the dialog is opened again', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('coarse'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const names = async () => {
    const tiles = within(await screen.findByRole('group', { name: 'Productos frecuentes' })).getAllByRole('button')
    return tiles.map(({ textContent }) => textContent?.replace(/\$.*/, ''))
  }
  const hand = open()
  expect(await names()).toEqual(['Agua', 'Batido'])
  for (let tap = 0; tap < 2; tap++) await hand.click(screen.getByRole('button', { name: /^Batido/ }))
  expect(await names()).toEqual(['Agua', 'Batido'])
  await hand.click(await sell())
  await waitFor(() =>
    expect(bookings()).toMatchObject([{ body: { items: [{ id_product: 1 }, { id_product: 2, quantity: 2 }] } }]),
  )
  cleanup()
  addLinesToDraft({ gym: 1, user: 2 }, 'sale', (lines) => addProductToLines(lines, water))
  open()
  expect(await names()).toEqual(['Batido', 'Agua'])
})

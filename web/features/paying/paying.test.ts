import type { PaymentKind } from '@torniquete/contract/payment-kinds.ts'
import type { Tender } from '@torniquete/contract/tenders.ts'
import { expect, test } from 'vitest'
import { type Paying, readPaying, soldText } from './paying.ts'
import { tendersByKind } from './tenders-by-kind.ts'
import { paidByKind, payingOf } from './use-refund.ts'

const kind = (id: number, name: string, more: Partial<PaymentKind> = {}): PaymentKind => ({
  id,
  name,
  in_drawer: false,
  is_default: false,
  is_hidden: false,
  ...more,
})
const kinds = [
  kind(1, 'Efectivo', { in_drawer: true, is_default: true }),
  kind(2, 'Tarjeta'),
  kind(3, 'Vale', { is_hidden: true }),
]
const read = (total: string | null, paying: Paying) => readPaying(kinds, total, paying)

test('nothing said is the whole by the default, with what was handed over', () => {
  expect(read('80.00', {}).paid).toEqual([{ id_kind: 1, amount: '80.00' }])
  expect(read('80.00', { received: '100' }).paid).toEqual([{ id_kind: 1, amount: '80.00', received: '100.00' }])
  // Too little is told beside it, and nothing that is sent.
  expect(read('80.00', { received: '50' }).paid).toEqual([{ id_kind: 1, amount: '80.00' }])
  expect(read('80.00', { kind: 2, received: '100' }).paid).toEqual([{ id_kind: 2, amount: '80.00' }])
})

test('the chosen kind takes what the parts leave', () => {
  const divided = read('80.00', { parts: { 2: '30.5' }, received: '50' })
  expect([divided.rest, divided.wrong]).toEqual(['49.50', null])
  expect(divided.paid).toEqual([
    { id_kind: 1, amount: '49.50', received: '50.00' },
    { id_kind: 2, amount: '30.50' },
  ])
  expect(read('80.00', { parts: { 2: '80' } }).paid).toEqual([{ id_kind: 2, amount: '80.00' }])
  expect(read('80.00', { kind: 2, parts: { 2: '50', 1: '20' } }).paid).toEqual([
    { id_kind: 2, amount: '60.00' },
    { id_kind: 1, amount: '20.00' },
  ])
})

test('parts beyond the total, or that cannot be read, are wrong', () => {
  expect(read('80.00', { parts: { 2: '80.01' } })).toMatchObject({ paid: undefined, wrong: expect.any(String) })
  expect(read('80.00', { parts: { 2: 'x' } })).toMatchObject({ paid: undefined, wrong: expect.any(String) })
})

test('nothing changes hands for nothing, nor before the kinds are known; a hidden one is offered to whom chose it before', () => {
  expect(read('0.00', {}).paid).toBeUndefined()
  expect(readPaying([], '80.00', {}).paid).toBeUndefined()
  expect(read('1.00', {}).kinds.map(({ name }) => name)).toEqual(['Efectivo', 'Tarjeta'])
  expect(read('1.00', { kind: 3 }).chosen?.name).toBe('Vale')
})

test('what is not paid now is left owing, and the kinds take what is', () => {
  const some = read('80.00', { now: '50', received: '60' })
  expect([some.rest, some.owed, some.wrong]).toEqual(['50.00', '30.00', null])
  expect(some.paid).toEqual([{ id_kind: 1, amount: '50.00', received: '60.00' }])
  expect(read('80.00', { now: '50', parts: { 2: '20' } }).paid).toEqual([
    { id_kind: 1, amount: '30.00' },
    { id_kind: 2, amount: '20.00' },
  ])
  expect(read('80.00', { now: '0' })).toMatchObject({ owed: '80.00', paid: undefined, wrong: null })
  expect(read('80.00', { now: '80' })).toMatchObject({ owed: null, paid: [{ amount: '80.00' }] })
  expect(read('80.00', {}).owed).toBeNull()
  expect(read('80.00', { now: '80.01' })).toMatchObject({ owed: null, paid: undefined, wrong: 'Es más que el total.' })
  expect(read('80.00', { now: 'x' })).toMatchObject({ owed: null, paid: undefined, wrong: expect.any(String) })
  expect(read('80.00', { now: '50', parts: { 2: '60' } }).wrong).toBe('Las partes suman más que el total.')
})

test('nothing typed is not nothing paid: it is asked for', () => {
  for (const now of ['', '  '])
    expect(read('80.00', { now })).toMatchObject({
      owed: null,
      paid: undefined,
      wrong: 'Escribe cuánto paga ahora, o 0 si no paga nada',
    })
})

test('before it is known what it comes to nothing is more than that', () => {
  expect(read(null, { now: '50' })).toMatchObject({ owed: null, wrong: null })
  expect(read(null, { parts: { 2: '50' } })).toMatchObject({ rest: '0.00', wrong: null })
  expect(read(null, { now: 'x' }).wrong).toEqual(expect.any(String))
})

test('what is left owing of a sale is told with it', () => {
  expect(soldText('1500.00', null)).toBe('$ 1,500.00')
  expect(soldText('1500.00', '500.00')).toBe('$ 1,500.00 · pagó $ 1,000.00 · queda a deber $ 500.00')
  expect(soldText('80.00', '80.00')).toBe('$ 80.00 · pagó $ 0.00 · queda a deber $ 80.00')
})

test('what was handed over is told of no kind of which something went back', () => {
  const tender = (amount: string, received: string | null): Tender => ({
    id: 1,
    kind: { id: 1, name: 'Efectivo' },
    amount,
    received,
    at: '2026-01-01T00:00:00.000Z',
  })
  const came = [tender('150.00', null), tender('30.00', '100.00')]
  expect(tendersByKind(came)).toMatchObject([{ amount: '180.00', received: '250.00' }])
  expect(tendersByKind([...came, tender('-30.00', null)])).toMatchObject([{ amount: '150.00', received: null }])
})

test('what is given back begins as it came, kind by kind, also by one that is hidden since', () => {
  const tender = (id: number, amount: string): Tender => ({
    id,
    kind: { id, name: String(id) },
    amount,
    received: null,
    at: '2026-01-01T00:00:00.000Z',
  })
  const came = paidByKind([tender(3, '20.00'), tender(2, '30.00'), tender(3, '30.00'), tender(2, '-5.00')])
  expect(came.map(({ kind, amount }) => [kind?.id, amount])).toEqual([
    [3, '50.00'],
    [2, '25.00'],
  ])
  expect(read('75.00', payingOf(came)).paid).toEqual([
    { id_kind: 3, amount: '50.00' },
    { id_kind: 2, amount: '25.00' },
  ])
  expect(read('80.00', payingOf([...came].reverse())).paid).toEqual([
    { id_kind: 2, amount: '30.00' },
    { id_kind: 3, amount: '50.00' },
  ])
  expect(payingOf(came.slice(0, 1))).toEqual({ kind: 3 })
})

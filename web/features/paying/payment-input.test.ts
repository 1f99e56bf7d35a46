import type { PaymentKind } from '@torniquete/contract/till/payment-kinds.ts'
import type { Tender } from '@torniquete/contract/till/tenders.ts'
import { expect, test } from 'vitest'
import {
  formatSoldAmounts,
  includesCash,
  makePaymentState,
  type PaymentInput,
  turnMissingCashIntoDebt,
} from './payment-input.ts'
import { mergeTendersByKind } from './payment-kind-sums.ts'
import { listPaidSumsByKind, toPaymentInput } from './RefundDrawerState.tsx'

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
const read = (total: string | null, paying: PaymentInput) => makePaymentState(kinds, total, paying)

test('paying: the default method pays the whole amount, and the cash received is sent with it', () => {
  expect(read('80.00', {}).paid).toEqual([{ id_kind: 1, amount: '80.00' }])
  expect(read('80.00', { received: '100' }).paid).toEqual([{ id_kind: 1, amount: '80.00', received: '100.00' }])
  expect(read('80.00', { kind: 2, received: '100' }).paid).toEqual([{ id_kind: 2, amount: '80.00' }])
})

test('cash received: nothing is sent when it is less than the cash due', () => {
  expect(read('450.00', { received: '500,' })).toMatchObject({ wrong: null })
  expect(read('450.00', { received: '200' })).toMatchObject({ wrong: 'Faltan $ 250.00', paid: undefined })
  expect(read('1355.50', { parts: { 2: '1000' }, received: '300' }).wrong).toBe('Faltan $ 55.50')
  expect(read('80.00', { now: '50', received: '49.99' })).toMatchObject({ wrong: 'Faltan $ 0.01', owed: '30.00' })
  expect(read('80.00', { received: '0' }).wrong).toBe('Faltan $ 80.00')
  expect(read('80.00', { received: 'ochenta' })).toMatchObject({ wrong: expect.any(String), paid: undefined })
  // A payment by card gives no change; no cash is needed if the card pays the whole amount.
  expect(read('80.00', { kind: 2, received: '5' }).wrong).toBeNull()
  expect(read('80.00', { parts: { 2: '80' }, received: '5' }).wrong).toBeNull()
  expect(read('80.00', { received: '80' }).wrong).toBeNull()
})

test('cash received: the missing amount becomes a debt when the user chooses so', () => {
  const short = read('450.00', { parts: { 2: '100' }, received: '200' })
  const owing = read('450.00', turnMissingCashIntoDebt(short))
  expect(owing).toMatchObject({ owed: '150.00', wrong: null })
  expect(owing.paid).toEqual([
    { id_kind: 1, amount: '200.00', received: '200.00' },
    { id_kind: 2, amount: '100.00' },
  ])
  expect(turnMissingCashIntoDebt(read('450.00', {})).now).toBe('')
})

test('paying: the chosen method gets the amount that the other methods leave unpaid', () => {
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

test('paying: parts that are not amounts or exceed the total are rejected', () => {
  expect(read('80.00', { parts: { 2: '80.01' } })).toMatchObject({ paid: undefined, wrong: expect.any(String) })
  expect(read('80.00', { parts: { 2: 'x' } })).toMatchObject({ paid: undefined, wrong: expect.any(String) })
})

test('paying: nothing is sent for a free sale or before the payment methods are loaded', () => {
  expect(read('0.00', {}).paid).toBeUndefined()
  expect(makePaymentState([], '80.00', {}).paid).toBeUndefined()
  expect(read('1.00', {}).kinds.map(({ name }) => name)).toEqual(['Efectivo', 'Tarjeta'])
  expect(read('1.00', { kind: 3 }).chosen?.name).toBe('Vale')
})

test('paying: the part of the price that is not paid now becomes a debt', () => {
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

test('paying: an empty amount for “paid now” is an error, not zero', () => {
  for (const now of ['', '  '])
    expect(read('80.00', { now })).toMatchObject({
      owed: null,
      paid: undefined,
      wrong: 'Escribe cuánto paga ahora, o 0 si no paga nada',
    })
})

test('paying: any amount is accepted before the total is known', () => {
  expect(read(null, { now: '50' })).toMatchObject({ owed: null, wrong: null })
  expect(read(null, { parts: { 2: '50' } })).toMatchObject({ rest: '0.00', wrong: null })
  expect(read(null, { now: 'x' }).wrong).toEqual(expect.any(String))
})

test('paying: the message after a sale states the debt', () => {
  expect(formatSoldAmounts('1500.00', null)).toBe('$ 1,500.00')
  expect(formatSoldAmounts('1500.00', '500.00')).toBe('$ 1,500.00 · pagó $ 1,000.00 · queda a deber $ 500.00')
  expect(formatSoldAmounts('80.00', '80.00')).toBe('$ 80.00 · pagó $ 0.00 · queda a deber $ 80.00')
})

test('paying: a refunded method shows its amount without the cash received and the change', () => {
  const tender = (amount: string, received: string | null): Tender => ({
    id: 1,
    kind: { id: 1, name: 'Efectivo' },
    amount,
    received,
    at: '2026-01-01T00:00:00.000Z',
  })
  const came = [tender('150.00', null), tender('30.00', '100.00')]
  expect(mergeTendersByKind(came)).toMatchObject([{ amount: '180.00', received: '250.00' }])
  expect(mergeTendersByKind([...came, tender('-30.00', null)])).toMatchObject([{ amount: '150.00', received: null }])
})

test('paying: a refund proposes the original methods, including hidden ones', () => {
  const tender = (id: number, amount: string): Tender => ({
    id,
    kind: { id, name: String(id) },
    amount,
    received: null,
    at: '2026-01-01T00:00:00.000Z',
  })
  const came = listPaidSumsByKind([tender(3, '20.00'), tender(2, '30.00'), tender(3, '30.00'), tender(2, '-5.00')])
  expect(came.map(({ kind, amount }) => [kind?.id, amount])).toEqual([
    [3, '50.00'],
    [2, '25.00'],
  ])
  expect(read('75.00', toPaymentInput(came)).paid).toEqual([
    { id_kind: 3, amount: '50.00' },
    { id_kind: 2, amount: '25.00' },
  ])
  expect(read('80.00', toPaymentInput([...came].reverse())).paid).toEqual([
    { id_kind: 2, amount: '30.00' },
    { id_kind: 3, amount: '50.00' },
  ])
  expect(toPaymentInput(came.slice(0, 1))).toEqual({ kind: 3 })
})

test.each<[string, string | null, PaymentInput, boolean]>([
  ['cash', '80.00', {}, true],
  ['nothing yet, by cash', '0.00', {}, true],
  ['what is not known yet, by cash', null, {}, true],
  ['a card', '80.00', { kind: 2 }, false],
  ['a card beside some cash', '80.00', { kind: 2, parts: { 1: '10' } }, true],
  ['a card beside no cash', '80.00', { kind: 2, parts: { 1: '0' } }, false],
  ['a card for all of it, beside cash for the rest', '80.00', { parts: { 2: '80' } }, false],
  ['some now', '80.00', { now: '50' }, true],
  ['nothing now', '80.00', { now: '0' }, false],
])('paying: knows if cash is taken for %s', (_, total, paying, expected) => {
  expect(includesCash(read(total, paying))).toBe(expected)
})

test('paying: takes no cash before the payment methods are loaded', () => {
  expect(includesCash(makePaymentState([], '80.00', {}))).toBe(false)
})

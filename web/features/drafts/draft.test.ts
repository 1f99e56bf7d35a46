import type { Product } from '@torniquete/contract/till/products.ts'
import { expect, test } from 'vitest'
import { type Draft, type DraftAction, type DraftQueue, reduceDrafts } from './draft.ts'
import { addProductToLines, type DraftLine } from './draft-lines.ts'

const water = { id: 1, name: 'Agua', quantity: 9, sale_price: '25.00' } as Product
const ana = { id: 7, name: 'Ana' }
const draft = (more: Partial<Draft> = {}): Draft => ({
  id: 'first',
  kind: 'sale',
  partner: undefined,
  lines: addProductToLines([], water),
  at: 1,
  tab: 'here',
  ...more,
})
const empty = draft({ id: 'empty', lines: [] })
const add: DraftAction = { type: 'add', add: (lines: readonly DraftLine[]) => addProductToLines(lines, water), empty }
const reduce = (queue: DraftQueue, ...actions: DraftAction[]) =>
  actions.reduce((before, action) => reduceDrafts(before, action, 5), queue)
const quantities = (queue: DraftQueue) => queue.map(({ lines }) => lines.map(({ quantity }) => quantity))

test('draft: a product is added to the open draft, or to a new one if none is open', () => {
  expect(quantities(reduce([draft()], add))).toEqual([[2]])
  expect(reduce([], add)).toMatchObject([{ id: 'empty', at: 5, lines: [{ quantity: 1 }] }])
})

test('draft: while a sale is being sent, added products go to the next draft', () => {
  const sending = reduce([draft()], { type: 'send', key: 'k' }, add, add)
  expect(sending).toMatchObject([{ sent: 'k' }, { id: 'empty' }])
  expect(quantities(sending)).toEqual([[1], [2]])
  expect(reduce(sending, { type: 'change', change: { lines: [] } }, { type: 'send', key: 'other' })).toEqual(sending)
  expect(quantities(reduce(sending, { type: 'next' }))).toEqual([[2]])
})

test('draft: a refused sale can be changed, and is sent again with another idempotency key', () => {
  const refused = reduce([draft()], { type: 'send', key: 'k' }, { type: 'refuse', id: 'first' })
  expect(reduce(refused, add, { type: 'send', key: 'other' })).toMatchObject([
    { sent: 'other', lines: [{ quantity: 2 }] },
  ])
})

test('draft: choosing another client resets the membership, choosing the same one does not', () => {
  const before = draft({ partner: ana, membership: { planId: 3 } })
  const pick = (partner: typeof ana) => reduce([before], { type: 'change', change: { partner } })
  expect(pick({ ...ana })[0]?.membership).toEqual({ planId: 3 })
  expect(pick({ id: 8, name: 'Bea' })[0]?.membership).toEqual({})
})

test('draft: an action without effect returns the same objects', () => {
  const before = draft({ partner: ana })
  const [same, other] = reduce([before, empty], { type: 'change', change: { partner: ana } })
  expect(same).toBe(before)
  expect(other).toBe(empty)
})

test('draft: a resumed draft is shown first and can be sent again', () => {
  const parked = draft({ id: 'parked', tab: null, sent: 'k' })
  expect(reduce([draft()], { type: 'resume', draft: parked, tab: 'here' })).toMatchObject([
    { id: 'parked', tab: 'here', sent: undefined },
    { id: 'first' },
  ])
})

test('draft: another client keeps the type of receipt, but not the RNC typed for the former one', () => {
  const receipt = { type: 'credit', tax_id: '101850043', legal_name: 'Comercial SRL' } as const
  const change = (partner: typeof ana) =>
    reduce([draft({ partner: ana, receipt })], { type: 'change', change: { partner } })[0]?.receipt
  expect(change({ id: 8, name: 'Luis' })).toEqual({ type: 'credit' })
  expect(change(ana)).toEqual(receipt)
})

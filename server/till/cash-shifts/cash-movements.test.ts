import { cashCountDiffersText, drawerShortText } from '@torniquete/contract/shared/shift-error-texts.ts'
import { expect, test } from 'vitest'
import type { Caller } from '../../testing/api-caller.ts'
import {
  closeShift,
  formatReply,
  makeFrontDesk,
  moveCash,
  readPaymentKindIds,
  readShiftReport,
} from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { makeDrawer, makeShift } from '../../testing/two-gyms.ts'

const app = await startTestAppForFile()

const movesOf = (caller: Caller, id: number) => caller.call('cash-shifts.moves', { params: { id } })
const voidMove = (caller: Caller, id: number, id_move: number) =>
  caller.try('cash-shifts.void-move', { params: { id, id_move } })

test('cash movement: taking out more than the drawer holds needs confirmation', async () => {
  const counter = await makeFrontDesk(app)
  await counter.sell()
  expect(formatReply(await moveCash(counter, '140.01', true))).toBe(`409 ${drawerShortText}`)
  expect((await moveCash(counter, '140.00', true)).status).toBe(200)
  expect((await moveCash(counter, '0.01', true)).status).toBe(409)
  const confirmed = await counter.gym.admin.try('cash-shifts.move', {
    params: { id: counter.shift },
    body: { amount: '0.01', out: true, reason: 'Al banco', confirm: true },
  })
  expect(confirmed.status).toBe(200)
  expect((await readShiftReport(counter)).expected).toBe('-0.01')
})

test('cash movement: of two concurrent withdrawals that each empty the drawer, one is refused', async () => {
  const counter = await makeFrontDesk(app)
  const replies = await Promise.all([moveCash(counter, '100.00', true), moveCash(counter, '100.00', true)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('cash movement: a voided movement is still listed but not counted', async () => {
  const counter = await makeFrontDesk(app)
  const { gym, shift } = counter
  await moveCash(counter, '60.00', true)
  await moveCash(counter, '5.00', false)
  const { opened, moves } = await movesOf(gym.admin, shift)
  expect(opened).toMatchObject({ amount: '100.00', by: { name: 'Dueña' } })
  const [first = { id: 0 }] = moves
  const answer = await voidMove(gym.admin, shift, first.id)
  expect(answer.status).toBe(200)
  expect(answer.answer?.moves.map(({ amount, voided }) => [amount, voided?.by])).toEqual([
    ['-60.00', 'Dueña'],
    ['5.00', undefined],
  ])
  expect((await voidMove(gym.admin, shift, first.id)).status).toBe(409)
  const x = await readShiftReport(counter)
  expect(x.expected).toBe('105.00')
  expect(x.moves[0]).toMatchObject({ amount: '-60.00', voided: { by: 'Dueña' } })
  const z = (await closeShift(counter, [{ value: '105', pieces: 1 }])).answer
  expect(z?.shift.closed).toMatchObject({ expected: '105.00', difference: '0.00' })
  expect((await voidMove(gym.admin, shift, moves[1]?.id ?? 0)).status).toBe(409)
})

test('cash movements: workers see and void only their own, and see the opening cash', async () => {
  const counter = await makeFrontDesk(app)
  const { gym, shift } = counter
  const worker = await gym.as('gym_worker')
  await moveCash(counter, '20.00', false)
  const body = { amount: '30.00', out: true, reason: 'Hielo' }
  await worker.call('cash-shifts.move', { params: { id: shift }, body })
  const own = await movesOf(worker, shift)
  expect(own).toMatchObject({ opened: { amount: '100.00' }, moves: [{ amount: '-30.00', reason: 'Hielo' }] })
  expect(Object.keys(own).sort()).toEqual(['moves', 'opened'])
  const [foreign, hers] = (await movesOf(gym.admin, shift)).moves
  expect((await voidMove(worker, shift, foreign?.id ?? 0)).status).toBe(403)
  expect((await voidMove(worker, shift, hers?.id ?? 0)).status).toBe(200)
  const other = await makeFrontDesk(app)
  expect((await voidMove(other.gym.admin, shift, foreign?.id ?? 0)).status).toBe(404)
  expect((await readShiftReport(counter)).expected).toBe('120.00')
})

test('expenses.create: workers must pay in cash from an open shift of their own', async () => {
  const { gym, shift: foreign } = await makeFrontDesk(app)
  const worker = await gym.as('gym_worker')
  const own = await makeShift(worker, await makeDrawer(gym.admin))
  const { cash, card } = await readPaymentKindIds(gym)
  const spend = async (how: object) => {
    const body = { description: 'Botellones', category: 'Otros', amount: '75.50', ...how } as const
    return (await worker.try('expenses.create', { body })).status
  }
  const paidBy = (...kinds: [number, string][]) => kinds.map(([id_kind, amount]) => ({ id_kind, amount }))
  expect(await spend({})).toBe(403)
  expect(await spend({ id_shift: foreign })).toBe(403)
  expect(await spend({ id_shift: own, paid: paidBy([cash, '70.00'], [card, '5.50']) })).toBe(403)
  expect(await spend({ paid: paidBy([cash, '75.50']) })).toBe(403)
  expect(await spend({ id_shift: own, paid: paidBy([cash, '75.50']) })).toBe(201)
  expect(await spend({ id_shift: own })).toBe(201)
  // The default kind now belongs to no drawer, so an expense paid by it is not a cash expense.
  await gym.admin.call('payment-kinds.update', { params: { id_kind: card }, body: { is_default: true } })
  expect(await spend({ id_shift: own })).toBe(403)
  const x = await gym.admin.call('cash-shifts.report', { params: { id: own } })
  expect(x.expected).toBe('-51.00')
  await worker.call('cash-shifts.close', { params: { id: own }, body: { counts: [] } })
  expect(await spend({ id_shift: own, paid: paidBy([cash, '75.50']) })).toBe(409)
})

test('shift close: with refuse_far, refused if the count differs much from the expected cash', async () => {
  const { gym, shift } = await makeFrontDesk(app)
  const closeWith = (pieces: number, refuse_far: boolean) =>
    gym.admin.try('cash-shifts.close', {
      params: { id: shift },
      body: { counts: [{ value: '1', pieces }], refuse_far },
    })
  expect(formatReply(await closeWith(74, true))).toBe(`409 ${cashCountDiffersText}`)
  expect((await closeWith(126, true)).status).toBe(409)
  expect((await closeWith(75, true)).status).toBe(200)
})

test('expenses and refunds: with refuse_short, refused if the drawer has too little cash', async () => {
  const counter = await makeFrontDesk(app)
  const { gym, shift } = counter
  const sale = await counter.sell()
  await moveCash(counter, '50.00', false)
  const [deposit = { id: 0 }] = (await movesOf(gym.admin, shift)).moves
  await moveCash(counter, '190.00', true)
  const short = { id_shift: shift, refuse_short: true }
  const spend = (how: object) =>
    gym.admin.try('expenses.create', {
      body: { description: 'Hielo', category: 'Otros', amount: '0.01', id_shift: shift, ...how },
    })
  const undo = (how: object) =>
    gym.admin.try('sales.void', { params: { id: sale.id }, body: { reason: 'x', id_shift: shift, ...how } })
  const voidDeposit = (body: object) =>
    gym.admin.try('cash-shifts.void-move', { params: { id: shift, id_move: deposit.id }, body })
  for (const refused of [await spend(short), await undo(short), await voidDeposit(short)])
    expect(formatReply(refused)).toBe(`409 ${drawerShortText}`)
  expect((await readShiftReport(counter)).expected).toBe('0.00')
  expect([(await spend({})).status, (await undo({})).status, (await voidDeposit({})).status]).toEqual([201, 200, 200])
  expect((await readShiftReport(counter)).expected).toBe('-90.01')
})

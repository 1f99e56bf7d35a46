import { expect, test } from 'vitest'
import { countSessionsWaitingForLock, runAsTableOwner, tryStatementAsServer } from '../../testing/database-digest.ts'
import { makeClient, makeExpense, makeGym, makePayment, makePlan } from '../../testing/factories.ts'
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

test('shift report: includes only calls that name the shift, and sums their cash', async () => {
  const counter = await makeFrontDesk(app)
  const { gym, shift, sell } = counter
  const { cash, card } = await readPaymentKindIds(gym)
  await sell()
  await sell({ id_shift: undefined })
  const divided = [
    { id_kind: cash, amount: 10, received: 50 },
    { id_kind: card, amount: 30 },
  ]
  await sell({ paid: divided })
  await makePayment(gym, { id_membership: (await makePlan(gym, { price: '25.00' })).id, id_shift: shift })
  await makeExpense(gym, { amount: '5.00', id_shift: shift })
  await moveCash(counter, '20.00', false)
  await moveCash(counter, '60.00', true)
  const back = await sell()
  await gym.admin.call('sales.void', { params: { id: back.id }, body: { reason: 'x', id_shift: shift } })
  const x = await readShiftReport(counter)
  // Opening 100, cash of two sales (40 and 10) and a membership (25), expense −5, deposit 20, withdrawal −60.
  expect(x.expected).toBe('130.00')
  expect(x.kinds).toMatchObject([
    { kind: { id: cash, name: 'Efectivo' }, in_drawer: true, income: '75.00', expenses: '5.00', refunded: '40.00' },
    { kind: { id: card, name: 'Tarjeta' }, in_drawer: false, income: '30.00', expenses: '0.00' },
  ])
  expect(x.sellers).toMatchObject([{ user: { name: 'Dueña' }, income: '105.00' }])
  expect(x.moves.map(({ amount, reason, by }) => [amount, reason, by])).toEqual([
    ['20.00', 'Cambio', 'Dueña'],
    ['-60.00', 'Cambio', 'Dueña'],
  ])
})

test('shift close: shows the difference, and refuses cash for the closed shift', async () => {
  const counter = await makeFrontDesk(app)
  const { gym, shift, sell } = counter
  const { id } = await sell()
  const counts = [
    { value: '100', pieces: 1 },
    { value: '0.25', pieces: 6 },
  ]
  const z = (await closeShift(counter, counts)).answer
  expect(z?.shift.closed).toMatchObject({
    number: 1,
    by: { name: 'Dueña' },
    counts: [{ value: '100.00' }, { value: '0.25', pieces: 6 }],
    counted: '101.50',
    expected: '140.00',
    difference: '-38.50',
  })
  expect(z?.expected).toBe('140.00')
  const refusals = [await closeShift(counter), await moveCash(counter, '1.00', false), await sell()]
  const voided = await gym.admin.try('sales.void', { params: { id }, body: { reason: 'x', id_shift: shift } })
  expect([...refusals, voided].map(({ status }) => status)).toEqual([409, 409, 409, 409])
  expect(refusals[2]?.text).toContain('ya está cerrado')
  expect(await readShiftReport(counter)).toEqual(z)
  const list = await gym.admin.call('cash-shifts.list')
  expect(list).toMatchObject({ total: 1, items: [z?.shift] })
  expect(await tryStatementAsServer(app, gym.gym.id, `update cash_shifts set note = 'x' where id = ${shift}`)).toMatch(
    /is closed/,
  )
})

test('shift close: waits for a cash movement that is not committed yet, and includes it', async () => {
  const counter = await makeFrontDesk(app)
  const { id: id_user } = (await readShiftReport(counter)).shift.opened.by
  await runAsTableOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query(`select set_config('app.gym_id', '${counter.gym.gym.id}', true)`)
    await owner.query(`
      insert into cash_moves (gym_id, id_shift, amount, reason, created_at, id_user, user_name)
      values (${counter.gym.gym.id}, ${counter.shift}, 7, 'x', now(), ${id_user}, 'x')`)
    const closing = closeShift(counter)
    await expect.poll(() => countSessionsWaitingForLock(owner)).toBe(1)
    await owner.query('commit')
    expect((await closing).answer?.expected).toBe('107.00')
  })
})

test('shift: one per drawer, and shifts closed at the same time are numbered without gaps', async () => {
  const gym = await makeGym(app)
  const drawer = await makeDrawer(gym.admin)
  const open = () => gym.admin.try('cash-shifts.open', { body: { id_drawer: drawer, amount: '1' } })
  const tries = await Promise.all([open(), open(), open()])
  expect(tries.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(tries.find(({ status }) => status === 409)?.text).toContain('ya tiene un turno')
  const others = await Promise.all([1, 2, 3].map(async () => makeShift(gym.admin, await makeDrawer(gym.admin))))
  const closed = await Promise.all(others.map((shift) => closeShift({ gym, shift, sell: () => Promise.reject() })))
  const numbers = closed.map(({ answer }) => answer?.shift.closed?.number ?? 0)
  expect(numbers.sort()).toEqual([1, 2, 3])
  const hide = (id: number) => gym.admin.try('cash-shifts.update-drawer', { params: { id }, body: { is_hidden: true } })
  expect((await hide(drawer)).status).toBe(409)
  const [shift] = (await gym.admin.call('cash-shifts.drawers')).flatMap((each) => each.shift ?? [])
  await closeShift({ gym, shift: shift?.id ?? 0, sell: () => Promise.reject() })
  expect((await hide(drawer)).status).toBe(200)
  expect((await open()).text).toContain('ya no se usa')
})

test("shift: another gym's shift is refused, and workers do not see the expected cash", async () => {
  const [counter, other] = [await makeFrontDesk(app), await makeFrontDesk(app)]
  expect((await counter.sell({ id_shift: other.shift })).status).toBe(409)
  expect((await readShiftReport(other)).expected).toBe('100.00')
  const worker = await counter.gym.as('gym_worker')
  const params = { id: counter.shift }
  const drawers = JSON.stringify(await worker.call('cash-shifts.drawers'))
  expect(drawers).not.toMatch(/100\.00/)
  const z = await worker.call('cash-shifts.close', { params, body: { counts: [{ value: '100', pieces: 1 }] } })
  expect(z.shift.closed).toMatchObject({ difference: '0.00' })
})

test('cash rule: taking and refunding cash requires an open drawer', async () => {
  const counter = await makeFrontDesk(app)
  const { gym, shift, sell } = counter
  const { cash, card } = await readPaymentKindIds(gym)
  expect(await gym.admin.call('cash-shifts.rules')).toEqual({ needs_shift: false })
  const before = await sell({ id_shift: undefined })
  expect(before.status).toBe(201)
  expect(await gym.admin.call('cash-shifts.set-rules', { body: { needs_shift: true } })).toEqual({ needs_shift: true })
  const inCash = [{ id_kind: cash, amount: 10 }]
  const plan = await makePlan(gym, { price: '25.00' })
  const paying = { id_client: (await makeClient(gym)).id, id_membership: plan.id, start_date: '2026-06-15' }
  const membership = (more: object) => gym.admin.try('payments.create', { body: { ...paying, ...more } })
  const tried = [
    await sell({ id_shift: undefined }),
    // A payment of which a part is cash.
    await sell({ id_shift: undefined, paid: [...inCash, { id_kind: card, amount: 30 }] }),
    await membership({}),
  ]
  const closed = 'con la caja abierta: ábrela en Caja y vuelve a intentarlo.'
  expect(new Set(tried.map(formatReply))).toEqual(new Set([`409 Aquí se cobra en efectivo ${closed}`]))
  // The rule does not apply to payments by card or to expenses.
  expect((await sell({ id_shift: undefined, paid: [{ id_kind: card, amount: 40 }] })).status).toBe(201)
  await makeExpense(gym, { amount: '5.00', paid: [{ id_kind: cash, amount: '5.00' }] })
  const giveBack = (more: object) =>
    gym.admin.try('sales.void', { params: { id: before.id }, body: { reason: 'x', ...more } })
  for (const from of [{}, { id_shift: null }])
    expect(formatReply(await giveBack(from))).toBe(`409 Aquí el efectivo se devuelve ${closed}`)
  expect((await giveBack({ id_shift: shift })).status).toBe(200)
  expect([(await sell()).status, (await membership({ id_shift: shift })).status]).toEqual([201, 201])
  // Without a visible drawer no shift can be opened, so the rule does not apply.
  await closeShift(counter, [{ value: '100', pieces: 1 }])
  const [drawer] = await gym.admin.call('cash-shifts.drawers')
  await gym.admin.call('cash-shifts.update-drawer', { params: { id: drawer?.id ?? 0 }, body: { is_hidden: true } })
  expect((await sell({ id_shift: undefined })).status).toBe(201)
})

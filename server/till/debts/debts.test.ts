// Debts: booked with their document, paid up to their amount, ended by a void; all reports agree.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Caller, CallInput, GymRole } from '../../testing/api.ts'
import { asOwner } from '../../testing/digest.ts'
import {
  anonymousClient,
  makeClient,
  makeDebt,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  type TestGym,
} from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { makeDrawer, makeShift } from '../../testing/world.ts'

const app = await openTestApp({ SESSION_HOURS: '8760' })

type Rules = CallInput<'debts.set-rules'>['body']
const rulesOf = (gym: TestGym, body: Rules) => gym.admin.call('debts.set-rules', { body })

async function kindsOf(gym: TestGym): Promise<{ cash: number; card: number }> {
  const [cash = 0, card = 0] = (await gym.admin.call('payment-kinds.list')).map(({ id }) => id)
  return { cash, card }
}

const told = async (gym: TestGym, document: string, id: number) =>
  (await gym.admin.call('tenders.read', { params: { document, id } })).map(({ kind, amount, received }) =>
    [kind.name, amount, ...(received === null ? [] : ['de', received])].join(' '),
  )
const flowOf = async (gym: TestGym, query: CallInput<'tenders.flow'>['query'] = {}) =>
  (await gym.admin.call('tenders.flow', { query })).map(
    ({ kind, debts, income, expenses }) =>
      `${kind?.name ?? (debts ? `Pendiente ${debts.made}/${debts.collected}/${debts.annulled}` : 'Sin indicar')} ${income} ${expenses}`,
  )
const sumsOf = async (gym: TestGym, document: string) =>
  (await gym.admin.call('tenders.of-list', { params: { document } })).map(
    ({ kind, amount, owed }) => `${kind?.name ?? (owed ? 'Pendiente' : 'Sin indicar')} ${amount}`,
  )
const owes = async (gym: TestGym, id_client: number) => {
  const { owed, debts } = await gym.admin.call('debts.of-client', { params: { id_client } })
  return [owed?.owed ?? '0.00', ...debts.map((debt) => `${debt.name ?? 'Venta'} ${debt.owed} de ${debt.amount}`)]
}
const collect = (caller: Caller, id_client: number, body: object) =>
  caller.try('debts.collect', { params: { id_client }, body, headers: { 'idempotency-key': randomUUID() } })
const sentenceOf = ({ status, text }: { status: number; text: string }) =>
  status < 300 ? status : `${status} ${JSON.parse(text).detail}`

test('debt: a sale and a membership are paid in part, then oldest first', async () => {
  app.clock.set('2026-03-01T15:00:00Z')
  const gym = await makeGym(app)
  const { cash, card } = await kindsOf(gym)
  const plan = await makePlan(gym, { price: '100.00', name: 'Mensual' })
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 9 })
  const client = await makeClient(gym)
  await rulesOf(gym, { is_on: true })
  const sale = await gym.admin.call('sales.create', {
    body: {
      id_client: client.id,
      items: [{ id_product: product.id, quantity: 2 }],
      paid: [{ id_kind: card, amount: 50 }],
      owed: 30,
    },
  })
  app.clock.set('2026-03-02T15:00:00Z')
  // Nothing of it is paid now, and nobody says how.
  const payment = await makePayment(gym, { id_client: client.id, id_membership: plan.id, owed: '100.00' })
  expect(await told(gym, 'sale', sale.id)).toEqual(['Tarjeta 50.00'])
  expect(await told(gym, 'payment', payment.id)).toEqual([])
  expect(await owes(gym, client.id)).toEqual(['130.00', 'Venta 30.00 de 30.00', 'Mensual 100.00 de 100.00'])
  app.clock.set('2026-03-05T15:00:00Z')
  const paid = [
    { id_kind: card, amount: 20 },
    { id_kind: cash, amount: 60, received: 100 },
  ]
  expect((await collect(gym.admin, client.id, { amount: 80, paid })).status).toBe(200)
  expect(await told(gym, 'sale', sale.id)).toEqual(['Tarjeta 50.00', 'Tarjeta 20.00', 'Efectivo 10.00'])
  expect(await told(gym, 'payment', payment.id)).toEqual(['Efectivo 50.00 de 90.00'])
  expect(await owes(gym, client.id)).toEqual(['50.00', 'Mensual 50.00 de 100.00'])
  expect(sentenceOf(await collect(gym.admin, client.id, { amount: '50.01' }))).toBe('409 Solo debe $ 50.00.')
  const short = await collect(gym.admin, client.id, { amount: 10, paid: [{ id_kind: cash, amount: 9 }] })
  expect(sentenceOf(short)).toBe('409 Lo que se indicó por forma de pago no suma lo que se cobra.')
  // Whole, by the default.
  expect((await collect(gym.admin, client.id, { amount: 50 })).status).toBe(200)
  expect(await owes(gym, client.id)).toEqual(['0.00'])
  expect(sentenceOf(await collect(gym.admin, client.id, { amount: 1 }))).toBe('409 No debe nada.')
  // Sold is sold on its day; what came in came in on its own.
  const day = (at: string) => ({ start_date: at, end_date: at })
  expect(await flowOf(gym, day('2026-03-01'))).toEqual([
    'Tarjeta 50.00 0.00',
    'Pendiente 30.00/0.00/0.00 30.00 0.00',
    // The stock purchase has no payment kind.
    'Sin indicar 0.00 450.00',
  ])
  expect(await flowOf(gym, day('2026-03-02'))).toEqual(['Pendiente 100.00/0.00/0.00 100.00 0.00'])
  expect(await flowOf(gym, day('2026-03-05'))).toEqual([
    'Efectivo 110.00 0.00',
    'Tarjeta 20.00 0.00',
    'Pendiente 0.00/130.00/0.00 -130.00 0.00',
  ])
  expect(await flowOf(gym)).toEqual([
    'Efectivo 110.00 0.00',
    'Tarjeta 70.00 0.00',
    'Pendiente 130.00/130.00/0.00 0.00 0.00',
    'Sin indicar 0.00 450.00',
  ])
  expect(await sumsOf(gym, 'sale')).toEqual(['Efectivo 10.00', 'Tarjeta 70.00'])
  const { items } = await gym.admin.call('history.list', { query: { entity: 'clients', id: client.id } })
  expect(items.map(({ changes: [change] }) => `${change?.field} ${change?.after}`)).toEqual([
    'debt_paid $ 50.00 · Mensual N.º 1',
    'debt_paid $ 50.00 · Mensual N.º 1',
    'debt_paid $ 10.00 · Venta N.º 1',
    'debt_paid $ 20.00 · Venta N.º 1',
    'owed $ 100.00 · Mensual N.º 1',
    'owed $ 30.00 · Venta N.º 1',
    expect.any(String),
  ])
  app.clock.reset()
})

test('debt: a void returns all payments and ends the debt', async () => {
  app.clock.set('2026-03-01T15:00:00Z')
  const gym = await makeGym(app)
  const plan = await makePlan(gym, { price: '100.00' })
  const client = await makeClient(gym)
  await rulesOf(gym, { is_on: true })
  const seller = await gym.as('gym_worker')
  const sell = async (owed: string) => {
    const body = { id_client: client.id, id_membership: plan.id, start_date: '2026-03-01', overlap: true, owed }
    return (await seller.call('payments.create', { body, headers: { 'idempotency-key': randomUUID() } })).id
  }
  const [part, all] = [await sell('70.00'), await sell('100.00')]
  app.clock.set('2026-03-03T15:00:00Z')
  await collect(gym.admin, client.id, { amount: 25 })
  app.clock.set('2026-03-04T15:00:00Z')
  for (const id of [part, all]) await gym.admin.call('payments.void', { params: { id }, body: { reason: 'x' } })
  expect(await told(gym, 'payment', part)).toEqual(['Efectivo 30.00', 'Efectivo 25.00', 'Efectivo -55.00'])
  expect(await told(gym, 'payment', all)).toEqual([])
  expect(await owes(gym, client.id)).toEqual(['0.00'])
  expect((await collect(gym.admin, client.id, { amount: 1 })).status).toBe(409)
  const day = (at: string, user_name?: string) => ({ start_date: at, end_date: at, ...(user_name && { user_name }) })
  expect(await flowOf(gym, day('2026-03-04'))).toEqual([
    'Efectivo -55.00 0.00',
    'Pendiente 0.00/0.00/145.00 -145.00 0.00',
  ])
  // By seller, like all cash flow.
  expect(await flowOf(gym, day('2026-03-04', 'empleado'))).toEqual(await flowOf(gym, day('2026-03-04')))
  expect(await flowOf(gym, day('2026-03-03', 'empleado'))).toEqual([
    'Efectivo 25.00 0.00',
    'Pendiente 0.00/25.00/0.00 -25.00 0.00',
  ])
  expect(await flowOf(gym, day('2026-03-03', 'dueña'))).toEqual([])
  expect(await sumsOf(gym, 'payment')).toEqual([])
  // Otherwise than it came: no more than what was paid.
  const { card } = await kindsOf(gym)
  const third = await sell('60.00')
  const back = (amount: number) =>
    gym.admin.try('payments.void', { params: { id: third }, body: { reason: 'x', paid: [{ id_kind: card, amount }] } })
  expect((await back(100)).status).toBe(409)
  expect((await back(40)).status).toBe(200)
  expect(await told(gym, 'payment', third)).toEqual(['Efectivo 40.00', 'Tarjeta -40.00'])
  const fourth = await sell('100.00')
  const nothing = { reason: 'x', paid: [{ id_kind: card, amount: 100 }] }
  expect((await gym.admin.try('payments.void', { params: { id: fourth }, body: nothing })).status).toBe(409)
  app.clock.reset()
})

test('debt: needs the gym’s rule, within limits by role, never for the anonymous client', async () => {
  const gym = await makeGym(app)
  const [client, other] = [await makeClient(gym), await makeClient(gym)]
  const product = await makeProduct(gym, { sale_price: '100.00', stock: 50 })
  const owe = async (role: GymRole, owed: number, id_client = client.id) =>
    sentenceOf(
      await (await gym.as(role)).try('sales.create', {
        body: { id_client, items: [{ id_product: product.id, quantity: 1 }], owed },
        headers: { 'idempotency-key': randomUUID() },
      }),
    )
  expect(await gym.admin.call('debts.rules')).toEqual({
    is_on: false,
    gym_admin: null,
    gym_worker: null,
    bars_after: null,
    is_owed: false,
  })
  expect(await owe('gym_super_admin', 10)).toBe('409 El gimnasio no permite dejar a deber.')
  await rulesOf(gym, { is_on: true, gym_worker: 50, gym_admin: 120 })
  expect(await owe('gym_worker', 50)).toBe(201)
  expect(await owe('gym_worker', 0.01)).toBe(
    '409 Tu rol puede dejar que un cliente deba hasta $ 50.00, y quedaría debiendo $ 50.01.',
  )
  expect(await owe('gym_worker', 50, other.id)).toBe(201)
  expect(await owe('gym_admin', 70)).toBe(201)
  expect(await owe('gym_admin', 1)).toMatch(/hasta \$ 120.00, y quedaría debiendo \$ 121.00/)
  expect(await owe('gym_super_admin', 100)).toBe(201)
  await rulesOf(gym, { gym_worker: 0 })
  expect(await owe('gym_worker', 1, other.id)).toBe('409 Tu rol no puede dejar a deber.')
  expect(await owe('gym_super_admin', 100.01)).toBe(
    '409 Lo que se indicó por forma de pago no suma el total del documento.',
  )
  expect(await owe('gym_super_admin', 1, (await anonymousClient(gym)).id)).toBe(
    '409 El Cliente Anónimo no puede dejar a deber.',
  )
  for (const owed of [0, -1]) expect(await owe('gym_super_admin', owed)).toMatch(/^422/)
  expect((await (await gym.as('gym_admin')).try('debts.set-rules', { body: { is_on: false } })).status).toBe(403)
  // With the rules off, existing debts stay and can be paid.
  expect(await rulesOf(gym, { is_on: false })).toMatchObject({ is_on: false, is_owed: true, gym_admin: '120.00' })
  expect((await collect(await gym.as('gym_worker'), other.id, { amount: 50 })).status).toBe(200)
  expect(await owe('gym_worker', 1, other.id)).toMatch(/no permite/)
})

test('at once and repeated nobody leaves more owing than may be, nor pays more than is owed', async () => {
  const gym = await makeGym(app)
  const { client } = await makeDebt(gym, '100.00')
  const body = { amount: 60 }
  const key = randomUUID()
  const again = () =>
    gym.admin.try('debts.collect', { params: { id_client: client.id }, body, headers: { 'idempotency-key': key } })
  const [first, ...rest] = await Promise.all([again(), again(), collect(gym.admin, client.id, body)])
  const answers = [first, ...rest].map(({ status }) => status).toSorted()
  expect(answers.filter((status) => status === 409).length).toBeGreaterThan(0)
  expect(await owes(gym, client.id)).toEqual(['40.00', expect.stringMatching(/ 40.00 de 100.00$/)])
  // A void beside a payment: either it gives that back, too, or the payment is refused.
  const debt = await makeDebt(gym, '100.00')
  const [voided] = await Promise.all([
    gym.admin.try('payments.void', { params: { id: debt.id }, body: { reason: 'x' } }),
    collect(gym.admin, debt.client.id, { amount: 100 }),
  ])
  expect(voided.status).toBe(200)
  expect(await owes(gym, debt.client.id)).toEqual(['0.00'])
  const amounts = (await gym.admin.call('tenders.read', { params: { document: 'payment', id: debt.id } })).map(
    ({ amount }) => Number(amount),
  )
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(0)
  await rulesOf(gym, { gym_worker: 100 })
  const [worker, buyer] = [await gym.as('gym_worker'), await makeClient(gym)]
  const product = await makeProduct(gym, { sale_price: '100.00', stock: 9 })
  const sales = await Promise.all(
    [1, 2, 3].map(() =>
      worker.try('sales.create', {
        body: { id_client: buyer.id, items: [{ id_product: product.id, quantity: 1 }], owed: 60 },
        headers: { 'idempotency-key': randomUUID() },
      }),
    ),
  )
  expect(sales.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

test('debt: a payment counts in that day’s shift, never in a closed one', async () => {
  const gym = await makeGym(app)
  const { client } = await makeDebt(gym, '100.00')
  const { cash, card } = await kindsOf(gym)
  const shift = await makeShift(gym.admin, await makeDrawer(gym.admin))
  const paid = [
    { id_kind: cash, amount: 30 },
    { id_kind: card, amount: 20 },
  ]
  expect((await collect(gym.admin, client.id, { amount: 50, paid, id_shift: shift })).status).toBe(200)
  const report = await gym.admin.call('cash-shifts.report', { params: { id: shift } })
  // The seller took none of it.
  expect(report).toMatchObject({ expected: '130.00', sellers: [], collected: '50.00' })
  await gym.admin.call('cash-shifts.close', {
    params: { id: shift },
    body: { counts: [{ value: '10.00', pieces: 13 }] },
  })
  expect((await collect(gym.admin, client.id, { amount: 50, id_shift: shift })).status).toBe(409)
  expect(await owes(gym, client.id)).toEqual(['50.00', expect.any(String)])
})

test('another gym’s client, a document that is none, and who is hidden', async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  const { client, id } = await makeDebt(other)
  expect((await collect(gym.admin, client.id, { amount: 1 })).status).toBe(404)
  expect(await gym.admin.call('debts.owed', { query: { ids: String(client.id) } })).toEqual([])
  expect((await gym.admin.try('debts.of-document', { params: { document: 'payment', id } })).status).toBe(404)
  expect(await other.admin.call('debts.of-document', { params: { document: 'payment', id } })).toEqual({
    amount: '100.00',
    owed: '100.00',
  })
  const payment = await makePayment(other)
  expect(await other.admin.call('debts.of-document', { params: { document: 'payment', id: payment.id } })).toBeNull()
})

test('debtors: oldest first, merged clients owe together and apart after an undo', async () => {
  app.clock.set('2026-03-02T02:00:00Z')
  const gym = await makeGym(app)
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis Peña' })]
  await makeDebt(gym, '20.00', ana.id)
  app.clock.set('2026-03-10T15:00:00Z')
  await makeDebt(gym, '70.00', luis.id)
  await makeDebt(gym, '10.50', ana.id)
  const list = (query = {}) => gym.admin.call('debts.list', { query })
  expect(await list()).toMatchObject({
    items: [
      { id: ana.id, name: 'Ana', owed: '30.50', since: '2026-03-01', documents: 2, barred_from: null },
      { id: luis.id, name: 'Luis Peña', owed: '70.00', since: '2026-03-10', documents: 1 },
    ],
    total: 2,
    amount_sum: '100.50',
  })
  expect(await list({ name: 'pena' })).toMatchObject({ items: [{ id: luis.id }], total: 1, amount_sum: '70.00' })
  expect(await list({ page: 1, size_page: 1 })).toMatchObject({ items: [{ id: luis.id }], total: 2, pages: 2 })
  await rulesOf(gym, { bars_after: 3 })
  expect((await list()).items.map(({ barred_from }) => barred_from)).toEqual(['2026-03-05', '2026-03-14'])
  const params = { id_client: ana.id, id_other: luis.id }
  const { digest } = await gym.admin.call('clients.compare', { params })
  const { id } = await gym.admin.call('clients.merge', { params, body: { take: [], confirm: digest } })
  expect(await list()).toMatchObject({ items: [{ id: ana.id, owed: '100.50', documents: 3 }], amount_sum: '100.50' })
  await gym.admin.call('clients.undo-merge', { params: { id_merge: id } })
  expect((await list()).items.map(({ owed }) => owed)).toEqual(['30.50', '70.00'])
  app.clock.reset()
})

test('debts: the database refuses sums beyond the document and later changes', async () => {
  const gym = await makeGym(app)
  const [{ id }, { id: paid, client }] = [await makeDebt(gym, '50.00'), await makePayment(gym)]
  const refused = (statement: string) =>
    asOwner(app, async (owner) => {
      await owner.query('begin')
      await owner.query(`select set_config('app.gym_id', '${gym.gym.id}', true)`)
      await owner.query('set local role torniquete_server')
      const failed = (error: Error) => error.message
      const answer = await owner.query(statement).then(() => 'taken', failed)
      await owner.query('rollback')
      return answer
    })
  const tender = (amount: number, debt: string) => `
    insert into tenders (gym_id, id_payment, id_debt, id_kind, kind_name, amount, created_at, id_user)
    select gym_id, ${id}, ${debt}, id_kind, kind_name, ${amount}, now(), id_user from tenders where id_payment = ${id} limit 1`
  const debt = `(select id from debts where id_payment = ${id})`
  expect(await refused(tender(50, debt))).toBe('taken')
  expect(await refused(tender(50.01, debt))).toMatch(/not owed/)
  expect(await refused(tender(50, 'null'))).toMatch(/do not come to it/)
  const owed = (payment: number) => `
    insert into debts (gym_id, id_payment, id_client, amount, created_at, since, id_user)
    select gym_id, ${payment}, ${client.id}, 10, now(), now(), id_user from membership_payments where id = ${payment}`
  expect(await refused(owed(paid))).toMatch(/does not come to it/)
  expect(await refused('update debts set owed = 0')).toMatch(/permission denied/)
  expect(await refused('delete from debts')).toMatch(/permission denied/)
})

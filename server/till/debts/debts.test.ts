// A debt is booked with its document, paid up to its amount, and ended by a void; all reports agree on it.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Caller, CallInput, GymRole } from '../../testing/api-caller.ts'
import { queryAsOwner, tryStatementAsServer } from '../../testing/database-digest.ts'
import {
  makeClient,
  makeDebt,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  readAnonymousClient,
  type TestGym,
} from '../../testing/factories.ts'
import {
  formatReply,
  makeDayQuery,
  readPaymentKindFlowTexts,
  readPaymentKindIds,
  readTenderSumTexts,
  readTenderTexts,
} from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { makeMerge } from '../../testing/two-gyms.ts'
import { selectSumViolations } from '../../testing/verify-day-sums.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

type Rules = CallInput<'debts.set-rules'>['body']
const rulesOf = (gym: TestGym, body: Rules) => gym.admin.call('debts.set-rules', { body })

const owes = async (gym: TestGym, id_client: number) => {
  const { owed, debts } = await gym.admin.call('debts.of-client', { params: { id_client } })
  return [owed?.owed ?? '0.00', ...debts.map((debt) => `${debt.name ?? 'Venta'} ${debt.owed} de ${debt.amount}`)]
}
const collect = (caller: Caller, id_client: number, body: object) =>
  caller.try('debts.collect', { params: { id_client }, body })
const voidPayment = (gym: TestGym, id: number, more: object = {}) =>
  gym.admin.try('payments.void', { params: { id }, body: { reason: 'x', ...more } })

test('debt: part payments pay the oldest debt first, across a sale and a membership', async () => {
  app.clock.set('2026-03-01T15:00:00Z')
  const gym = await makeGym(app)
  const { cash, card } = await readPaymentKindIds(gym)
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
  // The membership is left completely unpaid, so the request names no payment kind.
  const payment = await makePayment(gym, { id_client: client.id, id_membership: plan.id, owed: '100.00' })
  expect(await readTenderTexts(gym, 'sale', sale)).toEqual(['Tarjeta 50.00'])
  expect(await readTenderTexts(gym, 'payment', payment)).toEqual([])
  expect(await owes(gym, client.id)).toEqual(['130.00', 'Venta 30.00 de 30.00', 'Mensual 100.00 de 100.00'])
  app.clock.set('2026-03-05T15:00:00Z')
  const paid = [
    { id_kind: card, amount: 20 },
    { id_kind: cash, amount: 60, received: 100 },
  ]
  expect((await collect(gym.admin, client.id, { amount: 80, paid })).status).toBe(200)
  expect(await readTenderTexts(gym, 'sale', sale)).toEqual(['Tarjeta 50.00', 'Tarjeta 20.00', 'Efectivo 10.00'])
  expect(await readTenderTexts(gym, 'payment', payment)).toEqual(['Efectivo 50.00 de 90.00'])
  expect(await owes(gym, client.id)).toEqual(['50.00', 'Mensual 50.00 de 100.00'])
  expect(formatReply(await collect(gym.admin, client.id, { amount: '50.01' }))).toBe('409 Solo debe $ 50.00.')
  const short = await collect(gym.admin, client.id, { amount: 10, paid: [{ id_kind: cash, amount: 9 }] })
  expect(formatReply(short)).toBe('409 Lo que se indicó por forma de pago no suma lo que se cobra.')
  // Pays the complete debt by the default payment kind.
  expect((await collect(gym.admin, client.id, { amount: 50 })).status).toBe(200)
  expect(await owes(gym, client.id)).toEqual(['0.00'])
  expect(formatReply(await collect(gym.admin, client.id, { amount: 1 }))).toBe('409 No debe nada.')
  // The sale counts on the day of the sale, the payment of its debt on the day of payment.
  expect(await readPaymentKindFlowTexts(gym, makeDayQuery('2026-03-01'))).toEqual([
    'Tarjeta 50.00 0.00',
    'Pendiente 30.00/0.00/0.00 30.00 0.00',
    // The purchase of the stock has no payment kind.
    'Sin indicar 0.00 450.00',
  ])
  expect(await readPaymentKindFlowTexts(gym, makeDayQuery('2026-03-02'))).toEqual([
    'Pendiente 100.00/0.00/0.00 100.00 0.00',
  ])
  expect(await readPaymentKindFlowTexts(gym, makeDayQuery('2026-03-05'))).toEqual([
    'Efectivo 110.00 0.00',
    'Tarjeta 20.00 0.00',
    'Pendiente 0.00/130.00/0.00 -130.00 0.00',
  ])
  expect(await readTenderSumTexts(gym, 'sale')).toEqual(['Efectivo 10.00', 'Tarjeta 70.00'])
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

test('debt: voiding its document refunds all payments and ends the debt', async () => {
  app.clock.set('2026-03-01T15:00:00Z')
  const gym = await makeGym(app)
  const { id: id_membership } = await makePlan(gym, { price: '100.00' })
  const { id: id_client } = await makeClient(gym)
  await rulesOf(gym, { is_on: true })
  const sell = async (owed: string) => (await makePayment(gym, { id_client, id_membership, owed })).id
  const [part, all] = [await sell('70.00'), await sell('100.00')]
  app.clock.set('2026-03-03T15:00:00Z')
  await collect(gym.admin, id_client, { amount: 25 })
  app.clock.set('2026-03-04T15:00:00Z')
  for (const id of [part, all]) await voidPayment(gym, id)
  expect(await readTenderTexts(gym, 'payment', { id: part })).toEqual([
    'Efectivo 30.00',
    'Efectivo 25.00',
    'Efectivo -55.00',
  ])
  expect(await readTenderTexts(gym, 'payment', { id: all })).toEqual([])
  expect(await owes(gym, id_client)).toEqual(['0.00'])
  expect((await collect(gym.admin, id_client, { amount: 1 })).status).toBe(409)
  expect(await readPaymentKindFlowTexts(gym, makeDayQuery('2026-03-04'))).toEqual([
    'Efectivo -55.00 0.00',
    'Pendiente 0.00/0.00/145.00 -145.00 0.00',
  ])
  expect(await readPaymentKindFlowTexts(gym, { ...makeDayQuery('2026-03-03'), user_name: 'nadie' })).toEqual([])
  expect(await readTenderSumTexts(gym, 'payment')).toEqual([])
  // The refund may use another payment kind, but not exceed the amount paid.
  const { card } = await readPaymentKindIds(gym)
  const [third, fourth] = [await sell('60.00'), await sell('100.00')]
  const refund = async (id: number, amount: number) =>
    (await voidPayment(gym, id, { paid: [{ id_kind: card, amount }] })).status
  expect([await refund(third, 100), await refund(third, 40), await refund(fourth, 100)]).toEqual([409, 200, 409])
  expect(await readTenderTexts(gym, 'payment', { id: third })).toEqual(['Efectivo 40.00', 'Tarjeta -40.00'])
  app.clock.reset()
})

test("debt: needs debt rules of the gym, the role's limit, and a client who is not anonymous", async () => {
  const gym = await makeGym(app)
  const [client, other] = [await makeClient(gym), await makeClient(gym)]
  const product = await makeProduct(gym, { sale_price: '100.00', stock: 50 })
  const owe = async (role: GymRole, owed: number, id_client = client.id) =>
    formatReply(
      await (await gym.as(role)).try('sales.create', {
        body: { id_client, items: [{ id_product: product.id, quantity: 1 }], owed },
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
  expect(await owe('gym_super_admin', 1, (await readAnonymousClient(gym)).id)).toBe(
    '409 El Cliente Anónimo no puede dejar a deber.',
  )
  // Turning the rules off keeps existing debts, which can still be paid.
  expect(await rulesOf(gym, { is_on: false })).toMatchObject({ is_on: false, is_owed: true, gym_admin: '120.00' })
  expect((await collect(await gym.as('gym_worker'), other.id, { amount: 50 })).status).toBe(200)
  expect(await owe('gym_worker', 1, other.id)).toMatch(/no permite/)
})

test('debts: concurrent calls neither exceed the limit nor collect more than is owed', async () => {
  const gym = await makeGym(app)
  const { client } = await makeDebt(gym, '100.00')
  const headers = { 'idempotency-key': randomUUID() }
  const input = { params: { id_client: client.id }, body: { amount: 60 } }
  const again = () => gym.admin.try('debts.collect', { ...input, headers })
  const answers = await Promise.all([again(), again(), gym.admin.try('debts.collect', input)])
  expect(answers.map(({ status }) => status)).toContain(409)
  expect(await owes(gym, client.id)).toEqual(['40.00', expect.stringMatching(/ 40.00 de 100.00$/)])
  // Voids a document while its debt is paid: the void refunds the payment too, or the payment is refused.
  const debt = await makeDebt(gym, '100.00')
  const [voided] = await Promise.all([voidPayment(gym, debt.id), collect(gym.admin, debt.client.id, { amount: 100 })])
  expect(voided.status).toBe(200)
  expect(await owes(gym, debt.client.id)).toEqual(['0.00'])
  const tenders = await readTenderTexts(gym, 'payment', debt)
  expect(tenders.reduce((sum, text) => sum + Number(text.split(' ')[1]), 0)).toBe(0)
  await rulesOf(gym, { gym_worker: 100 })
  const [worker, buyer] = [await gym.as('gym_worker'), await makeClient(gym)]
  const product = await makeProduct(gym, { sale_price: '100.00', stock: 9 })
  const body = { id_client: buyer.id, items: [{ id_product: product.id, quantity: 1 }], owed: 60 }
  const sales = await Promise.all([1, 2, 3].map(() => worker.try('sales.create', { body })))
  expect(sales.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

test("debts of documents: only the own gym's open debts are listed", async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  const { client, id } = await makeDebt(gym)
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 9 })
  const items = [{ id_product: product.id, quantity: 2 }]
  const sell = async (owed: object) =>
    (await gym.admin.call('sales.create', { body: { id_client: client.id, items, ...owed } })).id
  const [paid, owing] = [await sell({}), await sell({ owed: 80 })]
  const query = { ids: [paid, owing, id, id + 999].join(',') }
  const owedOf = (document: 'sale' | 'payment', from = gym) =>
    from.admin.call('debts.of-documents', { params: { document }, query })
  expect(await owedOf('payment')).toContainEqual({ id, owed: '100.00' })
  expect(await owedOf('sale')).toEqual([{ id: owing, owed: '80.00' }])
  expect([await owedOf('sale', other), await owedOf('payment', other)]).toEqual([[], []])
  await collect(gym.admin, client.id, { amount: 130 })
  expect(await owedOf('sale')).toEqual([{ id: owing, owed: '50.00' }])
  const read = (document: 'sale' | 'payment', id: number) =>
    gym.admin.call('debts.of-document', { params: { document, id } })
  expect([await read('payment', id), await read('sale', paid)]).toEqual([{ amount: '100.00', owed: '0.00' }, null])
})

test('debtors: listed oldest first, and a merge or its undo joins or separates their debts', async () => {
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
  const id_merge = await makeMerge(gym.admin, ana.id, luis.id)
  expect(await list()).toMatchObject({ items: [{ id: ana.id, owed: '100.50', documents: 3 }], amount_sum: '100.50' })
  await gym.admin.call('clients.undo-merge', { params: { id_merge } })
  expect((await list()).items.map(({ owed }) => owed)).toEqual(['30.50', '70.00'])
  app.clock.reset()
})

test("debts: the database refuses amounts above the document's total, and later changes", async () => {
  const gym = await makeGym(app)
  const [{ id }, { id: paid, client }] = [await makeDebt(gym, '50.00'), await makePayment(gym)]
  const refused = (statement: string) => tryStatementAsServer(app, gym.gym.id, statement)
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

test('debt: paying all of it is refused if the total changed since it was shown', async () => {
  const gym = await makeGym(app)
  const { client } = await makeDebt(gym, '100.00')
  await makeDebt(gym, '50.00', client.id)
  const pay = async (amount: string, expected_owed: string | null) =>
    formatReply(await collect(gym.admin, client.id, { amount, expected_owed }))
  const other = '409 Lo que debe cambió: se mostró $ 100.00 y ahora es $ 150.00.'
  expect(await pay('150.00', '100.00')).toBe(other)
  expect(await pay('100.00', '100.00')).toBe(other)
  // A part payment is the given amount, whatever is left.
  expect(await pay('20.00', '100.00')).toBe(200)
  expect(await pay('150.00', '150.00')).toBe('409 Lo que debe cambió: se mostró $ 150.00 y ahora es $ 130.00.')
  expect(await pay('30.00', null)).toBe(200)
  expect(await pay('100.00', '100.00')).toBe(200)
})

test('debt: a deleted client still owes, but cannot pay before being restored', async () => {
  const gym = await makeGym(app)
  const [{ client }] = [await makeDebt(gym, '30.00'), await makeDebt(gym, '20.00')]
  const marks = async () => (await gym.admin.call('debts.list')).items.map(({ deleted }) => deleted)
  await gym.admin.call('clients.delete', { params: { id_client: client.id } })
  expect(await marks()).toEqual([true, false])
  expect((await collect(gym.admin, client.id, { amount: 30 })).status).toBe(404)
  await gym.admin.call('clients.restore', { params: { id_client: client.id } })
  expect(await marks()).toEqual([false, false])
})

test("debts.set-rules: of two concurrent changes one conflicts, even if they are a gym's first", async () => {
  const gym = await makeGym(app)
  const read = async () => (await gym.admin.try('debts.rules')).headers.etag
  const change = async (ifMatch: unknown, body: object) =>
    (await gym.admin.try('debts.set-rules', { body, headers: { 'if-match': String(ifMatch) } })).status
  const none = await read()
  expect(none).toBe('"0"')
  const first = await Promise.all([change(none, { is_on: true }), change(none, { gym_worker: '5.00' })])
  expect(first.toSorted()).toEqual([200, 412])
  const now = await read()
  expect(await change(now, { bars_after: 3 })).toBe(200)
  expect(await change(now, { bars_after: 4 })).toBe(412)
  // An update that changes nothing keeps the version.
  const then = await read()
  expect(await change(then, { bars_after: 3 })).toBe(200)
  expect(await read()).toBe(then)
  expect(await gym.admin.call('debts.rules')).toMatchObject({ bars_after: 3 })
})

test("debts: a later payment counts on the sale's day in lists, on its own day in the cash flow", async () => {
  app.clock.set('2026-03-02T03:00:00Z')
  const gym = await makeGym(app)
  await gym.admin.call('debts.set-rules', { body: { is_on: true } })
  const { cash, card } = await readPaymentKindIds(gym)
  const { id } = await makeProduct(gym, { sale_price: '80.00', stock: 9 })
  const id_client = (await makeClient(gym)).id
  const items = [{ id_product: id, quantity: 1 }]
  await gym.admin.call('sales.create', { body: { id_client, items, paid: [{ id_kind: card, amount: 50 }], owed: 30 } })
  app.clock.set('2026-03-05T15:00:00Z')
  const paid = [
    { id_kind: card, amount: 20 },
    { id_kind: cash, amount: 10 },
  ]
  await collect(gym.admin, id_client, { amount: 30, paid })
  const of = async (date: string) => ({
    stands: await readTenderSumTexts(gym, 'sale', makeDayQuery(date)),
    came: (await readPaymentKindFlowTexts(gym, makeDayQuery(date))).filter((line) => /^[ET]/.test(line)),
  })
  const late = { stands: [], came: ['Efectivo 10.00 0.00', 'Tarjeta 20.00 0.00'] }
  const sold = { stands: ['Efectivo 10.00', 'Tarjeta 70.00'], came: ['Tarjeta 50.00 0.00'] }
  expect([await of('2026-03-01'), await of('2026-03-05')]).toEqual([sold, late])
  // In the new time zone, the sale was made on the next day.
  await gym.admin.call('gym-info.update', { body: { timeZone: 'Europe/Madrid' } })
  const none = { stands: [], came: [] }
  expect([await of('2026-03-01'), await of('2026-03-02'), await of('2026-03-05')]).toEqual([none, sold, late])
  expect(await queryAsOwner(app, selectSumViolations(gym.gym.id, 'Europe/Madrid')).then(({ rows }) => rows)).toEqual([])
  app.clock.reset()
})

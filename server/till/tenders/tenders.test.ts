// How it was paid: what changed hands comes to the document, always, and what was never said is not guessed.
import { expect, test } from 'vitest'
import type { CallInput } from '../../testing/api.ts'
import { asOwner } from '../../testing/digest.ts'
import {
  makeClient,
  makeExpense,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makePurchase,
  makeSale,
  type TestGym,
} from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp({ SESSION_HOURS: '8760' })

async function kindsOf(gym: TestGym): Promise<{ cash: number; card: number; transfer: number }> {
  const [cash, card, transfer] = (await gym.admin.call('payment-kinds.list')).map(({ id }) => id)
  return { cash: cash ?? 0, card: card ?? 0, transfer: transfer ?? 0 }
}

const told = async (gym: TestGym, document: string, id: number) =>
  (await gym.admin.call('tenders.read', { params: { document, id } })).map(({ kind, amount, received }) =>
    received === null ? `${kind.name} ${amount}` : `${kind.name} ${amount} de ${received}`,
  )
const flowOf = async (gym: TestGym, query: CallInput<'tenders.flow'>['query'] = {}) =>
  (await gym.admin.call('tenders.flow', { query })).map(
    ({ kind, income, expenses }) => `${kind?.name ?? 'Sin indicar'} +${income} -${expenses}`,
  )
const sumsOf = async (gym: TestGym, document: string, query = {}) =>
  (await gym.admin.call('tenders.of-list', { params: { document }, query })).map(
    ({ kind, amount }) => `${kind?.name ?? 'Sin indicar'} ${amount}`,
  )

test('tenders: gyms begin with three methods, the default pays by default', async () => {
  const gym = await makeGym(app)
  expect(await gym.admin.call('payment-kinds.list')).toMatchObject([
    { name: 'Efectivo', in_drawer: true, is_default: true },
    { name: 'Tarjeta', in_drawer: false, is_default: false },
    { name: 'Transferencia' },
  ])
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 9 })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 2 }])
  expect(await told(gym, 'sale', sale.id)).toEqual(['Efectivo 80.00'])
  const { card } = await kindsOf(gym)
  await gym.admin.call('payment-kinds.update', { params: { id_kind: card }, body: { is_default: true } })
  const payment = await makePayment(gym)
  expect(await told(gym, 'payment', payment.id)).toEqual(['Tarjeta 1250.00'])
  const [{ at } = { at: '' }] = await gym.admin.call('tenders.read', {
    params: { document: 'payment', id: payment.id },
  })
  expect(at).toBe(payment.membership.payment_date)
})

test('tenders: all documents are paid in parts, and sums equal the lists', async () => {
  const gym = await makeGym(app)
  const { cash, card, transfer } = await kindsOf(gym)
  const [client, other] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  const plan = await makePlan(gym, { price: '100.00' })
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 9 })
  const split = [
    { id_kind: card, amount: '30.00' },
    { id_kind: cash, amount: 50, received: 100 },
  ]
  const items = [{ id_product: product.id, quantity: 2 }]
  const sale = await gym.admin.call('sales.create', { body: { id_client: client.id, items, paid: split } })
  expect(await told(gym, 'sale', sale.id)).toEqual(['Tarjeta 30.00', 'Efectivo 50.00 de 100.00'])
  const payment = await gym.admin.call('payments.create', {
    body: {
      id_client: other.id,
      id_membership: plan.id,
      start_date: '2026-03-01',
      paid: [{ id_kind: transfer, amount: 100 }],
    },
  })
  expect(await told(gym, 'payment', payment.id)).toEqual(['Transferencia 100.00'])
  const expense = await makeExpense(gym, { amount: '12.50', paid: [{ id_kind: transfer, amount: '12.50' }] })
  expect(await told(gym, 'expense', expense.id)).toEqual(['Transferencia 12.50'])
  expect(await sumsOf(gym, 'sale')).toEqual(['Efectivo 50.00', 'Tarjeta 30.00'])
  expect(await sumsOf(gym, 'sale', { party_name: 'luis' })).toEqual([])
  expect(await sumsOf(gym, 'payment', { party_name: 'luis' })).toEqual(['Transferencia 100.00'])
  expect(await sumsOf(gym, 'expense', { party_name: 'gasto' })).toEqual(['Transferencia 12.50'])
  // 9 pieces were bought at 50.00, and nobody said how.
  expect(await flowOf(gym)).toEqual([
    'Efectivo +50.00 -0.00',
    'Tarjeta +30.00 -0.00',
    'Transferencia +100.00 -12.50',
    'Sin indicar +0.00 -450.00',
  ])
})

test('a void gives back what was paid as it was paid, or as is said, on its own day', async () => {
  app.clock.set('2026-03-01T15:00:00Z')
  const gym = await makeGym(app)
  const { cash, card } = await kindsOf(gym)
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 9 })
  const paid = [
    { id_kind: card, amount: 30 },
    { id_kind: cash, amount: 10 },
  ]
  const sell = async () => {
    const id_client = (await makeClient(gym)).id
    const body = { id_client, items: [{ id_product: product.id, quantity: 1 }], paid }
    return (await gym.admin.call('sales.create', { body })).id
  }
  const [first, second] = [await sell(), await sell()]
  app.clock.set('2026-03-05T15:00:00Z')
  await gym.admin.call('sales.void', { params: { id: first }, body: { reason: 'x' } })
  expect(await told(gym, 'sale', first)).toEqual([
    'Tarjeta 30.00',
    'Efectivo 10.00',
    'Efectivo -10.00',
    'Tarjeta -30.00',
  ])
  const inCash = { reason: 'x', paid: [{ id_kind: cash, amount: 40 }] }
  const less = { reason: 'x', paid: [{ id_kind: cash, amount: 39 }] }
  expect((await gym.admin.try('sales.void', { params: { id: second }, body: less })).status).toBe(409)
  await gym.admin.call('sales.void', { params: { id: second }, body: inCash })
  expect((await told(gym, 'sale', second)).slice(2)).toEqual(['Efectivo -40.00'])
  const day = (at: string) => ({ start_date: at, end_date: at })
  expect(await flowOf(gym, day('2026-03-01'))).toEqual([
    'Efectivo +20.00 -0.00',
    'Tarjeta +60.00 -0.00',
    'Sin indicar +0.00 -450.00',
  ])
  expect(await flowOf(gym, day('2026-03-05'))).toEqual(['Efectivo +-50.00 -0.00', 'Tarjeta +-30.00 -0.00'])
  expect(await sumsOf(gym, 'sale')).toEqual([])
  app.clock.reset()
})

test('cash flow: a sale voided the same day came and went by its method', async () => {
  app.clock.set('2026-03-01T15:00:00Z')
  const gym = await makeGym(app)
  const { card } = await kindsOf(gym)
  const body = {
    id_client: (await makeClient(gym)).id,
    id_membership: (await makePlan(gym, { price: '40.00' })).id,
    start_date: '2026-03-01',
    paid: [{ id_kind: card, amount: 40 }],
  }
  const { id } = await gym.admin.call('payments.create', { body })
  await gym.admin.call('payments.void', { params: { id }, body: { reason: 'x' } })
  expect(await flowOf(gym)).toEqual(['Tarjeta +0.00 -0.00'])
  expect(await flowOf(gym, { user_name: 'nadie' })).toEqual([])
  app.clock.reset()
})

test('tenders: refused if they differ from the total or name an unknown method', async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  const { cash, card } = await kindsOf(gym)
  const [client, plan] = [await makeClient(gym), await makePlan(gym, { price: '100.00' })]
  const attempt = async (paid: unknown) => {
    const body = { id_client: client.id, id_membership: plan.id, start_date: '2026-03-01', overlap: true, paid }
    return (await gym.admin.try('payments.create', { body })).status
  }
  expect(await attempt([{ id_kind: cash, amount: 99 }])).toBe(409)
  expect(
    await attempt([
      { id_kind: cash, amount: 60 },
      { id_kind: card, amount: 60 },
    ]),
  ).toBe(409)
  expect(await attempt([{ id_kind: (await kindsOf(other)).cash, amount: 100 }])).toBe(404)
  expect(
    await attempt([
      { id_kind: cash, amount: 50 },
      { id_kind: cash, amount: 50 },
    ]),
  ).toBe(422)
  expect(await attempt([{ id_kind: cash, amount: 100, received: 99 }])).toBe(422)
  expect(
    await attempt([
      { id_kind: cash, amount: 100 },
      { id_kind: card, amount: 0 },
    ]),
  ).toBe(422)
  expect(await attempt([])).toBe(422)
  expect((await gym.admin.call('payments.list')).total).toBe(0)
  // Nothing changes hands for nothing.
  const free = await makePayment(gym, { id_membership: (await makePlan(gym, { price: '0.00' })).id })
  expect(await told(gym, 'payment', free.id)).toEqual([])
})

test('the database lets nothing change hands beyond the document, nor be changed afterwards', async () => {
  const gym = await makeGym(app)
  const payment = await makePayment(gym)
  const { id: voided } = await makePayment(gym)
  await gym.admin.call('payments.void', { params: { id: voided }, body: { reason: 'x' } })
  const more = (id: number, amount: number, at = 'null') => `
    insert into tenders (gym_id, id_payment, id_void, id_kind, kind_name, amount, created_at, id_user)
    select gym_id, ${id}, ${at}, id_kind, kind_name, ${amount}, now(), id_user from tenders where gym_id = ${gym.gym.id} limit 1`
  const refused = (statement: string) =>
    asOwner(app, async (owner) => {
      await owner.query('begin')
      await owner.query(`select set_config('app.gym_id', '${gym.gym.id}', true)`)
      await owner.query('set local role torniquete_server')
      const answer = await owner.query(statement).then(
        () => 'taken',
        (error: Error) => error.message,
      )
      await owner.query('rollback')
      return answer
    })
  expect(await refused(more(payment.id, 1))).toMatch(/do not come to it/)
  expect(await refused(more(voided, -1, '(select id from voids where gym_id = tenders.gym_id)'))).toMatch(/do not come/)
  expect(await refused(more(payment.id, -1, '(select id from voids where gym_id = tenders.gym_id)'))).toMatch(/do not/)
  expect(await refused('update tenders set amount = amount + 1')).toMatch(/permission denied/)
  expect(await refused('delete from tenders')).toMatch(/permission denied/)
})

test('tenders: documents without any are listed apart', async () => {
  const gym = await makeGym(app)
  const payment = await makePayment(gym, { id_membership: (await makePlan(gym, { price: '80.00' })).id })
  // A server of the version before, which has no tenders.
  const id = await asOwner(app, async (owner) => {
    const { rows } = await owner.query<{ id: number }>(`
      insert into membership_payments (gym_id, id_client, id_user, id_membership, name, price, duration_days, start_date, payment_date)
      select gym_id, id_client, id_user, id_membership, name, 20, duration_days, '2027-01-01', now() from membership_payments
      where gym_id = ${gym.gym.id} returning id`)
    return Number(rows[0]?.id)
  })
  expect(await told(gym, 'payment', id)).toEqual([])
  expect(await sumsOf(gym, 'payment')).toEqual(['Efectivo 80.00', 'Sin indicar 20.00'])
  expect(await flowOf(gym)).toEqual(['Efectivo +80.00 -0.00', 'Sin indicar +20.00 -0.00'])
  await gym.admin.call('payments.void', { params: { id }, body: { reason: 'x' } })
  expect(await told(gym, 'payment', id)).toEqual([])
  expect(await flowOf(gym)).toEqual(['Efectivo +80.00 -0.00'])
  expect(await sumsOf(gym, 'payment')).toEqual(['Efectivo 80.00'])
  expect(payment.number).toBe(1)
})

test('tenders: readable by those who may read the document', async () => {
  const gym = await makeGym(app)
  const worker = await gym.as('gym_worker')
  const { card } = await kindsOf(gym)
  const product = await makeProduct(gym, { sale_price: '10.00' })
  const purchase = await makePurchase(gym, [{ id_product: product.id, quantity: 5, unit_price: 1 }])
  const status = async (document: string, id: number) =>
    (await worker.try('tenders.read', { params: { document, id } })).status
  const body = {
    id_client: (await makeClient(gym)).id,
    items: [{ id_product: product.id, quantity: 1 }],
    paid: [{ id_kind: card, amount: 10 }],
  }
  const sale = await worker.call('sales.create', { body })
  expect([await status('sale', sale.id), await status('purchase', purchase.id)]).toEqual([200, 403])
  expect((await worker.try('tenders.of-list', { params: { document: 'purchase' } })).status).toBe(403)
})

test('daily sums: equal the documents, also after a zone change', async () => {
  app.clock.set('2026-03-01T02:00:00Z')
  const gym = await makeGym(app)
  const { cash, card } = await kindsOf(gym)
  const product = await makeProduct(gym, { name: 'Agua', sale_price: '40.00', stock: 9 })
  const id_client = (await makeClient(gym)).id
  const sell = (id_kind: number) =>
    gym.admin.call('sales.create', {
      body: {
        id_client,
        items: [{ id_product: product.id, quantity: 1, discount: 50 }],
        paid: [{ id_kind, amount: 20 }],
      },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  await sell(cash)
  app.clock.set('2026-03-01T12:00:00Z')
  const wrong = await sell(card)
  const told = async (day: string) => {
    const query = { start_date: day, end_date: day }
    const shelf = await gym.admin.call('stock.list', { query: { ...query, which: 'name' } })
    const { total, total_voided, amount_sum } = await gym.admin.call('discounts.list', { query })
    const { items } = await gym.admin.call('discounts.list', { query })
    return [
      await sumsOf(gym, 'sale', query),
      shelf.sums.sold,
      shelf.sums.revenue,
      total,
      total_voided,
      amount_sum,
      items.length,
    ]
  }
  const there = [['Efectivo 20.00'], 1, '20.00', 1, 0, '20.00', 1]
  expect([await told('2026-02-28'), await told('2026-03-01')]).toEqual([there, [['Tarjeta 20.00'], ...there.slice(1)]])
  app.clock.set('2026-04-05T12:00:00Z')
  await gym.admin.call('sales.void', { params: { id: wrong.id }, body: { reason: 'x' } })
  const void_ = [[], 0, '0.00', 1, 1, '0.00', 1]
  expect([await told('2026-02-28'), await told('2026-03-01')]).toEqual([there, void_])
  await gym.admin.call('gym-info.update', { body: { timeZone: 'Europe/Madrid' } })
  const none = [[], 0, '0.00', 0, 0, '0.00', 0]
  const both = [['Efectivo 20.00'], 1, '20.00', 2, 1, '20.00', 2]
  expect([await told('2026-02-28'), await told('2026-03-01')]).toEqual([none, both])
  // Months and the days at their ends.
  const query = { start_date: '2026-02-28', end_date: '2026-04-30' }
  expect((await gym.admin.call('stock.list', { query })).sums).toMatchObject({ sold: 1, revenue: '20.00' })
  app.clock.reset()
})

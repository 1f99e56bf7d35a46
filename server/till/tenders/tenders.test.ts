// Tenders always sum to the total of their document, and a missing payment kind is not guessed.
import { expect, test } from 'vitest'
import { tryStatementAsServer } from '../../testing/database-digest.ts'
import {
  makeClient,
  makeExpense,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makeSale,
} from '../../testing/factories.ts'
import {
  makeDayQuery,
  readPaymentKindFlowTexts,
  readPaymentKindIds,
  readTenderSumTexts,
  readTenderTexts,
} from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

test('tenders: a new gym has three payment methods, and the default pays if none is named', async () => {
  const gym = await makeGym(app)
  expect(await gym.admin.call('payment-kinds.list')).toMatchObject([
    { name: 'Efectivo', in_drawer: true, is_default: true },
    { name: 'Tarjeta', in_drawer: false, is_default: false },
    { name: 'Transferencia' },
  ])
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 9 })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 2 }])
  expect(await readTenderTexts(gym, 'sale', sale)).toEqual(['Efectivo 80.00'])
  const { card } = await readPaymentKindIds(gym)
  await gym.admin.call('payment-kinds.update', { params: { id_kind: card }, body: { is_default: true } })
  const payment = await makePayment(gym)
  expect(await readTenderTexts(gym, 'payment', payment)).toEqual(['Tarjeta 1250.00'])
  const [{ at } = { at: '' }] = await gym.admin.call('tenders.read', {
    params: { document: 'payment', id: payment.id },
  })
  expect(at).toBe(payment.membership.payment_date)
})

test('tenders: documents can be paid in parts, and each payment method has its sum', async () => {
  const gym = await makeGym(app)
  const { cash, card, transfer } = await readPaymentKindIds(gym)
  const [client, other] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  const plan = await makePlan(gym, { price: '100.00' })
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 9 })
  const split = [
    { id_kind: card, amount: '30.00' },
    { id_kind: cash, amount: 50, received: 100 },
  ]
  const items = [{ id_product: product.id, quantity: 2 }]
  const sale = await gym.admin.call('sales.create', { body: { id_client: client.id, items, paid: split } })
  expect(await readTenderTexts(gym, 'sale', sale)).toEqual(['Tarjeta 30.00', 'Efectivo 50.00 de 100.00'])
  const paid = [{ id_kind: transfer, amount: 100 }]
  const payment = await gym.admin.call('payments.create', {
    body: { id_client: other.id, id_membership: plan.id, start_date: '2026-03-01', paid },
  })
  expect(await readTenderTexts(gym, 'payment', payment)).toEqual(['Transferencia 100.00'])
  const expense = await makeExpense(gym, { amount: '12.50', paid: [{ id_kind: transfer, amount: '12.50' }] })
  expect(await readTenderTexts(gym, 'expense', expense)).toEqual(['Transferencia 12.50'])
  expect(await readTenderSumTexts(gym, 'sale')).toEqual(['Efectivo 50.00', 'Tarjeta 30.00'])
  expect(await readTenderSumTexts(gym, 'sale', { party_name: 'luis' })).toEqual([])
  expect(await readTenderSumTexts(gym, 'payment', { party_name: 'luis' })).toEqual(['Transferencia 100.00'])
  expect(await readTenderSumTexts(gym, 'expense', { party_name: 'gasto' })).toEqual(['Transferencia 12.50'])
  // The 9 pieces in stock were bought at 50.00 each, without a payment method.
  expect(await readPaymentKindFlowTexts(gym)).toEqual([
    'Efectivo 50.00 0.00',
    'Tarjeta 30.00 0.00',
    'Transferencia 100.00 12.50',
    'Sin indicar 0.00 450.00',
  ])
})

test('void: refunds by the methods that paid or by chosen ones, on the day of the void', async () => {
  app.clock.set('2026-03-01T15:00:00Z')
  const gym = await makeGym(app)
  const { cash, card } = await readPaymentKindIds(gym)
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
  expect(await readTenderTexts(gym, 'sale', { id: first })).toEqual([
    'Tarjeta 30.00',
    'Efectivo 10.00',
    'Efectivo -10.00',
    'Tarjeta -30.00',
  ])
  const inCash = { reason: 'x', paid: [{ id_kind: cash, amount: 40 }] }
  const less = { reason: 'x', paid: [{ id_kind: cash, amount: 39 }] }
  expect((await gym.admin.try('sales.void', { params: { id: second }, body: less })).status).toBe(409)
  await gym.admin.call('sales.void', { params: { id: second }, body: inCash })
  expect((await readTenderTexts(gym, 'sale', { id: second })).slice(2)).toEqual(['Efectivo -40.00'])
  expect(await readPaymentKindFlowTexts(gym, makeDayQuery('2026-03-01'))).toEqual([
    'Efectivo 20.00 0.00',
    'Tarjeta 60.00 0.00',
    'Sin indicar 0.00 450.00',
  ])
  expect(await readPaymentKindFlowTexts(gym, makeDayQuery('2026-03-05'))).toEqual([
    'Efectivo -50.00 0.00',
    'Tarjeta -30.00 0.00',
  ])
  expect(await readTenderSumTexts(gym, 'sale')).toEqual([])
  app.clock.reset()
})

test('tenders: refused if they do not sum to the total or name an unknown payment method', async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  const { cash, card } = await readPaymentKindIds(gym)
  const [client, plan] = [await makeClient(gym), await makePlan(gym, { price: '100.00' })]
  const attempts: [number, [number, number, object?][]][] = [
    [409, [[cash, 99]]],
    [
      409,
      [
        [cash, 60],
        [card, 60],
      ],
    ],
    [404, [[(await readPaymentKindIds(other)).cash, 100]]],
    [
      422,
      [
        [cash, 50],
        [cash, 50],
      ],
    ],
    [422, [[cash, 100, { received: 99 }]]],
    [
      422,
      [
        [cash, 100],
        [card, 0],
      ],
    ],
    [422, []],
  ]
  for (const [status, parts] of attempts) {
    const paid = parts.map(([id_kind, amount, more]) => ({ id_kind, amount, ...more }))
    const body = { id_client: client.id, id_membership: plan.id, start_date: '2026-03-01', paid }
    expect((await gym.admin.try('payments.create', { body })).status, JSON.stringify(parts)).toBe(status)
  }
  expect((await gym.admin.call('payments.list')).total).toBe(0)
  // A membership that costs nothing gets no tender.
  const free = await makePayment(gym, { id_membership: (await makePlan(gym, { price: '0.00' })).id })
  expect(await readTenderTexts(gym, 'payment', free)).toEqual([])
})

test("tenders: the database refuses amounts above the document's total, and later changes", async () => {
  const gym = await makeGym(app)
  const payment = await makePayment(gym)
  const { id: voided } = await makePayment(gym)
  await gym.admin.call('payments.void', { params: { id: voided }, body: { reason: 'x' } })
  const more = (id: number, amount: number, at = 'null') => `
    insert into tenders (gym_id, id_payment, id_void, id_kind, kind_name, amount, created_at, id_user)
    select gym_id, ${id}, ${at}, id_kind, kind_name, ${amount}, now(), id_user from tenders where gym_id = ${gym.gym.id} limit 1`
  const refused = (statement: string) => tryStatementAsServer(app, gym.gym.id, statement)
  expect(await refused(more(payment.id, 1))).toMatch(/do not come to it/)
  expect(await refused(more(voided, -1, '(select id from voids where gym_id = tenders.gym_id)'))).toMatch(/do not come/)
  expect(await refused(more(payment.id, -1, '(select id from voids where gym_id = tenders.gym_id)'))).toMatch(/do not/)
  expect(await refused('update tenders set amount = amount + 1')).toMatch(/permission denied/)
  expect(await refused('delete from tenders')).toMatch(/permission denied/)
})

test('tenders: can be read only by roles that may read the document', async () => {
  const gym = await makeGym(app)
  const worker = await gym.as('gym_worker')
  const product = await makeProduct(gym, { stock: 5 })
  const [purchase] = (await gym.admin.call('purchases.list')).purchaseInvoices
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 1 }])
  const status = async (document: string, id = 0) =>
    (await worker.try('tenders.read', { params: { document, id } })).status
  expect([await status('sale', sale.id), await status('purchase', purchase?.id)]).toEqual([200, 403])
  expect((await worker.try('tenders.of-list', { params: { document: 'purchase' } })).status).toBe(403)
})

test('daily sums: equal the documents, also after the time zone changed', async () => {
  app.clock.set('2026-03-01T02:00:00Z')
  const gym = await makeGym(app)
  const { cash, card } = await readPaymentKindIds(gym)
  const product = await makeProduct(gym, { name: 'Agua', sale_price: '40.00', stock: 9 })
  const id_client = (await makeClient(gym)).id
  const items = [{ id_product: product.id, quantity: 1, discount: 50 }]
  const sell = (id_kind: number) =>
    gym.admin.call('sales.create', { body: { id_client, items, paid: [{ id_kind, amount: 20 }] } })
  await sell(cash)
  app.clock.set('2026-03-01T12:00:00Z')
  const wrong = await sell(card)
  const told = async (date: string) => {
    const query = makeDayQuery(date)
    const { sums } = await gym.admin.call('stock.list', { query: { ...query, which: 'name' } })
    const { items, total, total_voided, amount_sum } = await gym.admin.call('discounts.list', { query })
    const sold = await readTenderSumTexts(gym, 'sale', query)
    return [sold, sums.sold, sums.revenue, total, total_voided, amount_sum, items.length]
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
  // The range includes complete months, and days at both ends.
  const query = { start_date: '2026-02-28', end_date: '2026-04-30' }
  expect((await gym.admin.call('stock.list', { query })).sums).toMatchObject({ sold: 1, revenue: '20.00' })
  app.clock.reset()
})

test('payment methods: names are unique, order can change, and one visible method is the default', async () => {
  const { admin } = await makeGym(app)
  const shown = async () =>
    (await admin.call('payment-kinds.list')).map(
      ({ name, is_hidden, is_default }) => `${is_default ? '*' : ''}${name}${is_hidden ? ' (oculta)' : ''}`,
    )
  const cheque = await admin.call('payment-kinds.create', { body: { name: 'Cheque', in_drawer: true } })
  const update = (body: object) => admin.try('payment-kinds.update', { params: { id_kind: cheque.id }, body })
  expect((await admin.try('payment-kinds.create', { body: { name: 'CHÉQUE' } })).status).toBe(409)
  await update({ position: 1 })
  expect(await shown()).toEqual(['*Efectivo', 'Cheque', 'Tarjeta', 'Transferencia'])
  await update({ position: 1000 })
  expect(await shown()).toEqual(['*Efectivo', 'Tarjeta', 'Transferencia', 'Cheque'])
  await update({ is_hidden: true, name: 'Cheques' })
  expect(await shown()).toEqual(['*Efectivo', 'Tarjeta', 'Transferencia', 'Cheques (oculta)'])
  await update({ is_default: true })
  expect(await shown()).toEqual(['Efectivo', 'Tarjeta', 'Transferencia', '*Cheques'])
  const refused = await update({ is_hidden: true })
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('elige otra antes')])
  expect((await update({ is_default: false })).status).toBe(422)
})

test('payment methods: concurrent changes of the default leave one default', async () => {
  const { admin } = await makeGym(app)
  const kinds = await admin.call('payment-kinds.list')
  const replies = await Promise.all(
    kinds.map(({ id }) => admin.try('payment-kinds.update', { params: { id_kind: id }, body: { is_default: true } })),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await admin.call('payment-kinds.list')).filter(({ is_default }) => is_default)).toHaveLength(1)
})

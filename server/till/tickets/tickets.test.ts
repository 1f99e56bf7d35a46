// A membership and products at once: two documents, one payment; both or neither, once.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asOwner } from '../../testing/digest.ts'
import {
  anonymousClient,
  makeClient,
  makeGym,
  makePlan,
  makeProduct,
  makePurchase,
  makeSale,
  type TestGym,
} from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp({ SESSION_HOURS: '8760' })

/** A member, a plan of 1,450.00 and ten waters of 25.00. */
async function counter() {
  const gym = await makeGym(app)
  const [client, plan] = [await makeClient(gym, { name: 'Ana' }), await makePlan(gym, { price: '1450.00' })]
  const water = await makeProduct(gym, { name: 'Agua', sale_price: '25.00', stock: 10, min_quantity: 1 })
  const [cash = 0, card = 0] = (await gym.admin.call('payment-kinds.list')).map(({ id }) => id)
  const body = {
    id_client: client.id,
    membership: { id_membership: plan.id, start_date: '2027-03-01', expected_days: 30 },
    items: [{ id_product: water.id, quantity: 2 }],
    expected_total: '1500.00',
  }
  return { gym, client, plan, water, cash, card, body }
}

const told = async (gym: TestGym, document: string, { id }: { id: number }) =>
  (await gym.admin.call('tenders.read', { params: { document, id } })).map(({ kind, amount, received }) =>
    received === null ? `${kind.name} ${amount}` : `${kind.name} ${amount} de ${received}`,
  )
const booked = async ({ admin }: TestGym) => [
  (await admin.call('payments.list')).items.map(({ number }) => number),
  (await admin.call('sales.list')).salesInvoices.map(({ number }) => number),
]
const left = async (gym: TestGym, { id }: { id: number }) =>
  (await gym.admin.call('products.read', { params: { id_product: id } })).quantity

test('tickets.create: two documents as the two calls make them, once however often it is sent', async () => {
  const { gym, client, plan, water, body } = await counter()
  await makeSale(gym, [{ id_product: water.id, quantity: 1 }])
  const worker = await gym.as('gym_worker')
  const headers = { 'idempotency-key': randomUUID() }
  const [first, again] = await Promise.all([
    worker.try('tickets.create', { body, headers }),
    worker.try('tickets.create', { body, headers }),
  ])
  expect([first.status, again.text]).toEqual([201, first.text])
  const { payment, sale } = first.answer
  expect(payment).toMatchObject({
    number: 1,
    client: { id: client.id, name: 'Ana' },
    membership: { id_membership: plan.id, price: '1450.00', start_date: '2027-03-01', expire_membership: '2027-03-31' },
    voided: null,
  })
  expect(sale).toMatchObject({ number: 2, amount_total: '50.00', client: { id: client.id }, voided: null })
  expect(await gym.admin.call('payments.read', { params: { id: payment.id } })).toEqual(payment)
  expect(await gym.admin.call('sales.read', { params: { id: sale.id } })).toEqual(sale)
  expect(await booked(gym)).toEqual([[1], [2, 1]])
  expect(await left(gym, water)).toBe(7)
  expect([await told(gym, 'payment', payment), await told(gym, 'sale', sale)]).toEqual([
    ['Efectivo 1450.00'],
    ['Efectivo 50.00'],
  ])
  for (const [document, { id }] of [
    ['payment', payment],
    ['sale', sale],
  ] as const)
    expect(await worker.call('tickets.read', { params: { document, id } })).toEqual([{ payment, sale }])
  const alone = (await gym.admin.call('sales.list')).salesInvoices.find(({ number }) => number === 1)
  expect(await worker.call('tickets.read', { params: { document: 'sale', id: alone?.id ?? 0 } })).toEqual([])
  const other = await makeGym(app)
  const foreign = await other.admin.try('tickets.read', { params: { document: 'sale', id: sale.id } })
  expect(foreign.status).toBe(404)
})

test('ticket: tenders pay the membership first, change is with the products', async () => {
  const { gym, body, cash, card } = await counter()
  const { payment, sale } = await gym.admin.call('tickets.create', {
    body: {
      ...body,
      paid: [
        { id_kind: card, amount: '1000.00' },
        { id_kind: cash, amount: 500, received: 2000 },
      ],
    },
  })
  expect([await told(gym, 'payment', payment), await told(gym, 'sale', sale)]).toEqual([
    ['Tarjeta 1000.00', 'Efectivo 450.00'],
    ['Efectivo 50.00 de 1550.00'],
  ])
  expect((await gym.admin.call('tenders.flow')).slice(0, 2).map(({ kind, income }) => [kind?.name, income])).toEqual([
    ['Efectivo', '500.00'],
    ['Tarjeta', '1000.00'],
  ])
})

test('whatever half fails, nothing is booked: no number, no stock, no payment', async () => {
  const { gym, client, plan, water, cash, card, body } = await counter()
  const other = await counter()
  const attempts: [object, number][] = [
    [{ items: [{ id_product: water.id, quantity: 11 }] }, 409],
    [{ items: [{ id_product: other.water.id, quantity: 1 }] }, 404],
    [{ items: [] }, 422],
    [{ id_client: other.client.id }, 404],
    [{ membership: { ...body.membership, id_membership: other.plan.id } }, 404],
    [{ membership: { ...body.membership, expected_days: 31 } }, 409],
    [{ membership: undefined }, 422],
    [{ expected_total: '1450.00' }, 409],
    [{ paid: [{ id_kind: cash, amount: 1450 }] }, 409],
    [{ paid: [{ id_kind: cash, amount: 1501 }] }, 409],
    [{ paid: [{ id_kind: other.card, amount: 1500 }] }, 404],
    [{ paid: [{ id_kind: card, amount: 1500, received: 1499 }] }, 422],
    [{ id_shift: 99_999 }, 409],
    [{ id_client: (await anonymousClient(gym)).id }, 409],
  ]
  for (const [wrong, status] of attempts) {
    const reply = await gym.admin.try('tickets.create', { body: { ...body, ...wrong } })
    expect([JSON.stringify(wrong), reply.status]).toEqual([JSON.stringify(wrong), status])
  }
  // An overlap is reported, and sold after confirmation.
  await gym.admin.call('payments.create', { body: { ...body.membership, id_client: client.id } })
  expect((await gym.admin.try('tickets.create', { body })).status).toBe(409)
  expect([await booked(gym), await left(gym, water)]).toEqual([[[1], []], 10])
  await gym.admin.call('tickets.create', { body: { ...body, membership: { ...body.membership, overlap: true } } })
  expect([await booked(gym), await left(gym, water)]).toEqual([[[2, 1], [1]], 8])
  expect(plan.price).toBe('1450.00')
})

test('tickets: concurrent with sales and payments without deadlock or gaps', async () => {
  const { gym, plan, water } = await counter()
  await makePurchase(gym, [{ id_product: water.id, quantity: 40, unit_price: 1 }])
  const clients = await Promise.all(Array.from({ length: 6 }, () => makeClient(gym)))
  const membership = { id_membership: plan.id, start_date: '2027-03-01', overlap: true }
  const items = [{ id_product: water.id, quantity: 1 }]
  const circles = async () =>
    asOwner(app, async (owner) => {
      const { rows } = await owner.query('select deadlocks from pg_stat_database where datname = current_database()')
      return Number(rows[0].deadlocks)
    })
  const before = await circles()
  const replies = await Promise.all(
    clients.flatMap(({ id: id_client }) => [
      gym.admin.try('tickets.create', { body: { id_client, membership, items } }),
      gym.admin.try('payments.create', { body: { id_client, ...membership } }),
      gym.admin.try('sales.create', { body: { id_client, items } }),
      gym.admin.try('tickets.create', { body: { id_client, membership, items } }),
    ]),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
  const run = Array.from({ length: 18 }, (_, at) => 18 - at)
  const all = { query: { size_page: 100 } }
  expect((await gym.admin.call('payments.list', all)).items.map(({ number }) => number)).toEqual(run)
  expect((await gym.admin.call('sales.list', all)).salesInvoices.map(({ number }) => number)).toEqual(run)
  expect(await circles()).toBe(before)
})

test('ticket: each document is voided by itself', async () => {
  const { gym, client, water, body } = await counter()
  const { payment, sale } = await gym.admin.call('tickets.create', { body })
  const worker = await gym.as('gym_worker')
  expect((await worker.try('sales.void', { params: { id: sale.id }, body: { reason: 'x' } })).status).toBe(403)
  await gym.admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'x' } })
  expect(await left(gym, water)).toBe(10)
  expect(await told(gym, 'sale', sale)).toEqual(['Efectivo 50.00', 'Efectivo -50.00'])
  expect(await told(gym, 'payment', payment)).toEqual(['Efectivo 1450.00'])
  const memberships = async () =>
    (await gym.admin.call('clients.read', { params: { id_client: client.id } })).membership?.id_membership
  expect(await memberships()).toBe(payment.membership.id_membership)
  await gym.admin.call('payments.void', { params: { id: payment.id }, body: { reason: 'x' } })
  expect(await memberships()).toBeUndefined()
  const [whole] = await gym.admin.call('tickets.read', { params: { document: 'payment', id: payment.id } })
  expect([whole?.payment.voided, whole?.sale.voided]).toMatchObject([{ number: 2 }, { number: 1 }])
})

test('more than the role may give is refused at its line', async () => {
  const { gym, body, water } = await counter()
  await gym.admin.call('discounts.set-limits', { body: { gym_worker: 10 } })
  const worker = await gym.as('gym_worker')
  const items = [{ id_product: water.id, quantity: 2, discount: 20 }]
  const reply = await worker.try('tickets.create', { body: { ...body, items, expected_total: '1490.00' } })
  expect([reply.status, JSON.parse(reply.text).detail[0].loc]).toEqual([422, ['body', 'items', 0, 'discount']])
})

test('ticket: free parts are paid by nothing', async () => {
  const { gym, body, water } = await counter()
  const free = await makePlan(gym, { price: '0.00' })
  const membership = { ...body.membership, id_membership: free.id }
  const sold = await gym.admin.call('tickets.create', { body: { ...body, membership, expected_total: '50.00' } })
  expect([await told(gym, 'payment', sold.payment), await told(gym, 'sale', sold.sale)]).toEqual([
    [],
    ['Efectivo 50.00'],
  ])
  const given = [{ id_product: water.id, quantity: 1, discount: 100 }]
  const [{ id: cash } = { id: 0 }] = await gym.admin.call('payment-kinds.list')
  const gift = await gym.admin.call('tickets.create', {
    body: {
      ...body,
      membership: { ...body.membership, start_date: '2028-03-01' },
      items: given,
      expected_total: '1450.00',
      paid: [{ id_kind: cash, amount: 1450, received: 1500 }],
    },
  })
  expect([await told(gym, 'payment', gift.payment), await told(gym, 'sale', gift.sale)]).toEqual([
    ['Efectivo 1450.00 de 1500.00'],
    [],
  ])
})

test('a ticket is never changed afterwards', async () => {
  const { gym, body } = await counter()
  await gym.admin.call('tickets.create', { body })
  const attempt = (statement: string) =>
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
  expect(await attempt('update tickets set id_sale = id_sale')).toMatch(/permission denied/)
  expect(await attempt('delete from tickets')).toMatch(/permission denied/)
})

test('ticket: a debt is the membership’s first', async () => {
  const { gym, client, cash, card, body } = await counter()
  const sell = async (owed: number, paid?: object[]) => {
    const sold = { ...body, membership: { ...body.membership, overlap: true }, owed, ...(paid && { paid }) }
    const { status, text, answer } = await gym.admin.try('tickets.create', {
      body: sold,
      headers: { 'idempotency-key': randomUUID() },
    })
    return status === 201 ? answer : `${status} ${JSON.parse(text).detail}`
  }
  const sold = async (owed: number, paid?: object[]) => {
    const ticket = await sell(owed, paid)
    if (typeof ticket === 'string') throw new Error(ticket)
    const { payment, sale } = ticket
    return [await told(gym, 'payment', payment), await told(gym, 'sale', sale)]
  }
  const owes = async () =>
    (await gym.admin.call('debts.of-client', { params: { id_client: client.id } })).debts.map(
      ({ document, owed }) => `${document.kind} ${owed}`,
    )
  expect(await sell(500)).toBe('409 El gimnasio no permite dejar a deber.')
  await gym.admin.call('debts.set-rules', { body: { is_on: true, gym_worker: '100.00' } })
  const parts = [
    { id_kind: card, amount: 900 },
    { id_kind: cash, amount: 100, received: 200 },
  ]
  expect(await sold(500, parts)).toEqual([['Tarjeta 900.00', 'Efectivo 50.00'], ['Efectivo 50.00 de 150.00']])
  expect(await owes()).toEqual(['payment 500.00'])
  // Nothing of the membership is paid, and a part of the products.
  expect(await sold(1470)).toEqual([[], ['Efectivo 30.00']])
  expect(await owes()).toEqual(['payment 500.00', 'payment 1450.00', 'sale 20.00'])
  expect(await sold(1500)).toEqual([[], []])
  const other = 'Lo que se indicó por forma de pago no suma el total del documento.'
  expect(await sell(1500.01)).toBe(`409 ${other}`)
  expect(await sell(500, [{ id_kind: cash, amount: 999 }])).toBe(`409 ${other}`)
  const worker = await gym.as('gym_worker')
  const refused = await worker.try('tickets.create', {
    body: { ...body, membership: { ...body.membership, overlap: true }, owed: 1 },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(JSON.parse(refused.text).detail).toMatch(/hasta \$ 100.00/)
})

// A ticket sells a membership and products together: two documents and one payment, booked both or not at all.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  makeClient,
  makeGym,
  makePlan,
  makeProduct,
  makeSale,
  readAnonymousClient,
  type TestGym,
} from '../../testing/factories.ts'
import { formatReply, readPaymentKindIds, readStock, readTenderTexts } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

/** Makes a member, a plan for 1,450.00, ten bottles of water for 25.00 each, and a request for a ticket. */
async function counter() {
  const gym = await makeGym(app)
  const [client, plan] = [await makeClient(gym, { name: 'Ana' }), await makePlan(gym, { price: '1450.00' })]
  const water = await makeProduct(gym, { name: 'Agua', sale_price: '25.00', stock: 10, min_quantity: 1 })
  const { cash, card } = await readPaymentKindIds(gym)
  const body = {
    id_client: client.id,
    membership: { id_membership: plan.id, start_date: '2027-03-01', expected_days: 30 },
    items: [{ id_product: water.id, quantity: 2 }],
    expected_total: '1500.00',
  }
  return { gym, client, plan, water, cash, card, body }
}

const booked = async ({ admin }: TestGym) => [
  (await admin.call('payments.list')).items.map(({ number }) => number),
  (await admin.call('sales.list')).salesInvoices.map(({ number }) => number),
]

test('tickets.create: makes a membership payment and a sale, once for each idempotency key', async () => {
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
  expect(await readStock(gym, water.id)).toBe(7)
  expect([await readTenderTexts(gym, 'payment', payment), await readTenderTexts(gym, 'sale', sale)]).toEqual([
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
})

test('ticket: payments cover the membership first, and the change is booked with the products', async () => {
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
  expect([await readTenderTexts(gym, 'payment', payment), await readTenderTexts(gym, 'sale', sale)]).toEqual([
    ['Tarjeta 1000.00', 'Efectivo 450.00'],
    ['Efectivo 50.00 de 1550.00'],
  ])
})

test('tickets.create: if either half fails, no number, stock or payment is booked', async () => {
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
    [{ id_client: (await readAnonymousClient(gym)).id }, 409],
  ]
  for (const [wrong, status] of attempts) {
    const reply = await gym.admin.try('tickets.create', { body: { ...body, ...wrong } })
    expect([JSON.stringify(wrong), reply.status]).toEqual([JSON.stringify(wrong), status])
  }
  // Days that overlap paid ones are refused, and sold after confirmation.
  await gym.admin.call('payments.create', { body: { ...body.membership, id_client: client.id } })
  expect((await gym.admin.try('tickets.create', { body })).status).toBe(409)
  expect([await booked(gym), await readStock(gym, water.id)]).toEqual([[[1], []], 10])
  await gym.admin.call('tickets.create', { body: { ...body, membership: { ...body.membership, overlap: true } } })
  expect([await booked(gym), await readStock(gym, water.id)]).toEqual([[[2, 1], [1]], 8])
  expect(plan.price).toBe('1450.00')
})

test('ticket: each of its two documents can be voided alone', async () => {
  const { gym, client, water, body } = await counter()
  const { payment, sale } = await gym.admin.call('tickets.create', { body })
  await gym.admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'x' } })
  expect(await readStock(gym, water.id)).toBe(10)
  expect(await readTenderTexts(gym, 'sale', sale)).toEqual(['Efectivo 50.00', 'Efectivo -50.00'])
  expect(await readTenderTexts(gym, 'payment', payment)).toEqual(['Efectivo 1450.00'])
  const memberships = async () =>
    (await gym.admin.call('clients.read', { params: { id_client: client.id } })).membership?.id_membership
  expect(await memberships()).toBe(payment.membership.id_membership)
  await gym.admin.call('payments.void', { params: { id: payment.id }, body: { reason: 'x' } })
  expect(await memberships()).toBeUndefined()
  const [whole] = await gym.admin.call('tickets.read', { params: { document: 'payment', id: payment.id } })
  expect([whole?.payment.voided, whole?.sale.voided]).toMatchObject([{ number: 2 }, { number: 1 }])
})

test('ticket: a part that costs nothing gets no tender', async () => {
  const { gym, body } = await counter()
  const free = await makePlan(gym, { price: '0.00' })
  const membership = { ...body.membership, id_membership: free.id }
  const sold = await gym.admin.call('tickets.create', { body: { ...body, membership, expected_total: '50.00' } })
  expect([await readTenderTexts(gym, 'payment', sold.payment), await readTenderTexts(gym, 'sale', sold.sale)]).toEqual([
    [],
    ['Efectivo 50.00'],
  ])
})

test('ticket: a debt belongs to the membership first, then to the products', async () => {
  const { gym, client, cash, card, body } = await counter()
  const membership = { ...body.membership, overlap: true }
  const sell = (owed: number, paid?: object[], caller = gym.admin) =>
    caller.try('tickets.create', { body: { ...body, membership, owed, ...(paid && { paid }) } })
  const sold = async (owed: number, paid?: object[]) => {
    const { payment, sale } = (await sell(owed, paid)).answer
    return [await readTenderTexts(gym, 'payment', payment), await readTenderTexts(gym, 'sale', sale)]
  }
  const owes = async () =>
    (await gym.admin.call('debts.of-client', { params: { id_client: client.id } })).debts.map(
      ({ document, owed }) => `${document.kind} ${owed}`,
    )
  expect(formatReply(await sell(500))).toBe('409 El gimnasio no permite dejar a deber.')
  await gym.admin.call('debts.set-rules', { body: { is_on: true, gym_worker: '100.00' } })
  const parts = [
    { id_kind: card, amount: 900 },
    { id_kind: cash, amount: 100, received: 200 },
  ]
  expect(await sold(500, parts)).toEqual([['Tarjeta 900.00', 'Efectivo 50.00'], ['Efectivo 50.00 de 150.00']])
  expect(await owes()).toEqual(['payment 500.00'])
  // The membership is left completely unpaid, the products partly.
  expect(await sold(1470)).toEqual([[], ['Efectivo 30.00']])
  expect(await owes()).toEqual(['payment 500.00', 'payment 1450.00', 'sale 20.00'])
  expect(await sold(1500)).toEqual([[], []])
  const other = '409 Lo que se indicó por forma de pago no suma el total del documento.'
  expect(formatReply(await sell(1500.01))).toBe(other)
  expect(formatReply(await sell(500, [{ id_kind: cash, amount: 999 }]))).toBe(other)
  expect(formatReply(await sell(1, undefined, await gym.as('gym_worker')))).toMatch(/hasta \$ 100.00/)
})

// Reports over a range add stored sums of complete months to sums of the days at both ends.
import { expect, test } from 'vitest'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { makeClient, makeGym, makeProduct } from '../../testing/factories.ts'
import { readPaymentKindFlowTexts, readTenderSumTexts } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { selectSumViolations, storeDaySums } from '../../testing/verify-day-sums.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

test('flow by payment method: counts each day once, whether its sums are stored or computed', async () => {
  const gym = await makeGym(app)
  const card = (await gym.admin.call('payment-kinds.list'))[1]?.id ?? 0
  await gym.admin.call('debts.set-rules', { body: { is_on: true } })
  const product = await makeProduct(gym, { sale_price: '10.00', stock: 9 })
  const client = await makeClient(gym)
  const sell = (time: string, more: object = {}) => {
    app.clock.set(time)
    const body = { id_client: client.id, items: [{ id_product: product.id, quantity: 1 }], ...more }
    return gym.admin.call('sales.create', { body })
  }
  await sell('2026-01-20T15:00:00Z')
  await sell('2026-02-01T15:00:00Z', { owed: 10 })
  app.clock.set('2026-02-28T15:00:00Z')
  await gym.admin.call('debts.collect', {
    params: { id_client: client.id },
    body: { amount: 4, paid: [{ id_kind: card, amount: 4 }] },
  })
  const wrong = await sell('2026-03-05T15:00:00Z')
  app.clock.set('2026-04-01T15:00:00Z')
  await gym.admin.call('sales.void', { params: { id: wrong.id }, body: { reason: 'x' } })
  const told = async (start_date: string, end_date: string) => [
    ...(await readPaymentKindFlowTexts(gym, { start_date, end_date })),
    ...(await readTenderSumTexts(gym, 'sale', { start_date, end_date })),
  ]
  const collected = ['Tarjeta 4.00 0.00', 'Pendiente 10.00/4.00/0.00 6.00 0.00']
  const all = async () => ({
    days: await told('2026-01-20', '2026-01-31'),
    month: await told('2026-02-01', '2026-02-28'),
    ends: await told('2026-01-20', '2026-03-05'),
    within: await told('2026-01-21', '2026-03-04'),
    months: await told('2026-01-01', '2026-03-31'),
    all: [...(await readPaymentKindFlowTexts(gym)), ...(await readTenderSumTexts(gym, 'sale'))],
  })
  const expected = {
    days: ['Efectivo 10.00 0.00', 'Efectivo 10.00'],
    month: [...collected, 'Tarjeta 4.00', 'Pendiente 6.00'],
    ends: ['Efectivo 20.00 0.00', ...collected, 'Efectivo 10.00', 'Tarjeta 4.00', 'Pendiente 6.00'],
    within: [...collected, 'Tarjeta 4.00', 'Pendiente 6.00'],
    months: ['Efectivo 20.00 0.00', ...collected, 'Efectivo 10.00', 'Tarjeta 4.00', 'Pendiente 6.00'],
    // The purchase of the stock was booked today without a payment kind.
    all: [
      'Efectivo 10.00 0.00',
      ...collected,
      'Sin indicar 0.00 450.00',
      'Efectivo 10.00',
      'Tarjeta 4.00',
      'Pendiente 6.00',
    ],
  }
  expect(await all()).toEqual(expected)
  for (const before of ['2026-02-15', '2026-04-01']) {
    await storeDaySums(app, gym.gym.id, before)
    expect(await all(), before).toEqual(expected)
  }
})

test('daily sums: equal the documents while the sums of more days are being stored', async () => {
  const gym = await makeGym(app)
  app.clock.set('2026-05-01T15:00:00Z')
  await gym.admin.call('debts.set-rules', { body: { is_on: true } })
  const product = await makeProduct(gym, { sale_price: '10.00', stock: 99 })
  const client = await makeClient(gym)
  const items = [{ id_product: product.id, quantity: 2, discount: 10 }]
  const sell = (more: object = {}) => gym.admin.call('sales.create', { body: { id_client: client.id, items, ...more } })
  for (const day of ['2026-05-02', '2026-05-03']) {
    const sold = await Promise.all(Array.from({ length: 4 }, (_, place) => sell(place === 0 ? { owed: 5 } : {})))
    app.clock.set(`${day}T15:00:00Z`)
    const statuses = await Promise.all([
      ...sold
        .slice(1)
        .map(({ id }) =>
          gym.admin.try('sales.void', { params: { id }, body: { reason: 'x', lines: [{ line: 1, quantity: 1 }] } }),
        ),
      gym.admin.try('debts.collect', { params: { id_client: client.id }, body: { amount: 2 } }),
      ...Array.from({ length: 4 }, () => sell().then(() => ({ status: 201 }))),
      storeDaySums(app, gym.gym.id, day).then(() => ({ status: 0 })),
    ])
    expect(statuses.map(({ status }) => status).filter((status) => status >= 400)).toEqual([])
    expect(await queryAsOwner(app, selectSumViolations(gym.gym.id)).then(({ rows }) => rows), day).toEqual([])
  }
})

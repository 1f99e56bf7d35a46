import { expect, test } from 'vitest'
import { makeClient, makeGym, makePayment, makePlan, makeProduct, makeSale } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const gym = await makeGym(app)

test('revenue by worker: excludes voids, and uses periods of the gym’s zone even if it changes', async () => {
  const worker = await gym.as('gym_worker')
  const product = await makeProduct(gym, { sale_price: '10.00', stock: 100 })
  const [client, plan] = [await makeClient(gym), await makePlan(gym, { price: '50.00' })]
  const sell = async (at: string, quantity: number, caller = gym.admin) => {
    app.clock.set(at)
    return makeSale(gym, [{ id_product: product.id, quantity }], client.id, caller)
  }
  await sell('2021-12-31T20:00:00Z', 1) // older than the five years that the report shows
  await sell('2022-05-05T12:00:00Z', 2)
  await sell('2026-01-01T03:59:59Z', 3) // still the year 2025 in Santo Domingo
  await sell('2026-11-16T03:00:00Z', 4, worker) // Sunday in the gym's zone, Monday in UTC
  const wrong = await sell('2026-11-20T12:00:00Z', 5)
  await sell('2026-11-20T12:00:00Z', 6)
  await gym.admin.call('sales.void', { params: { id: wrong.id }, body: { reason: 'x' } })
  await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: '2026-11-20' })
  app.clock.set('2026-11-21T12:00:00Z')
  const revenue = async (name: 'sales' | 'membership-sales', period?: string) =>
    (await gym.admin.call(`statistics.${name}-by-user`, period ? { query: { period } } : {})).map(({ user, data }) => [
      user.name,
      ...data.map((each) => `${each.period} ${each.total}`),
    ])
  expect(await revenue('sales')).toEqual([
    ['Dueña', '2022 20.00', '2025 30.00', '2026 60.00'],
    ['Empleado', '2026 40.00'],
  ])
  expect(await revenue('sales', 'weekly')).toEqual([
    ['Dueña', '2026-W47 60.00'],
    ['Empleado', '2026-W46 40.00'],
  ])
  expect(await revenue('sales', 'monthly')).toEqual([
    ['Dueña', '2025-12 30.00', '2026-11 60.00'],
    ['Empleado', '2026-11 40.00'],
  ])
  expect(await revenue('sales', 'quarterly')).toEqual([
    ['Dueña', '2025-Q4 30.00', '2026-Q4 60.00'],
    ['Empleado', '2026-Q4 40.00'],
  ])
  expect(await revenue('membership-sales', 'monthly')).toEqual([['Dueña', '2026-11 50.00']])
  await gym.admin.call('gym-info.update', { body: { timeZone: 'Europe/Madrid' } })
  expect(await revenue('sales', 'weekly')).toEqual([
    ['Dueña', '2026-W47 60.00'],
    ['Empleado', '2026-W47 40.00'],
  ])
  expect(await revenue('sales')).toEqual([
    ['Dueña', '2022 20.00', '2026 90.00'],
    ['Empleado', '2026 40.00'],
  ])
  const unknown = await gym.admin.try('statistics.sales-by-user', { query: { period: 'daily' } })
  expect([unknown.status, JSON.parse(unknown.text).detail[0].msg]).toEqual([422, 'Formato de periodo desconocido'])
})

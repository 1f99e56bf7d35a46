// Debts under wrong clocks, changed zones, concurrent payments and contradictory bodies.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Caller } from '../../testing/api.ts'
import {
  anonymousClient,
  makeClient,
  makeDebt,
  makeGym,
  makePlan,
  makeProduct,
  type TestGym,
} from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { makeDrawer, makeShift } from '../../testing/world.ts'
import { chunkOfDebtors } from './debtors.ts'

const app = await openTestApp({ SESSION_HOURS: '8760' })

const headers = () => ({ 'idempotency-key': randomUUID() })
const collect = async (caller: Caller, id_client: number, body: object) =>
  sentenceOf(await caller.try('debts.collect', { params: { id_client }, body, headers: headers() }))
const sentenceOf = ({ status, text }: { status: number; text: string }) =>
  status < 300 ? status : `${status} ${JSON.parse(text).detail}`
const since = async (gym: TestGym) => (await gym.admin.call('debts.list')).items.map((debtor) => debtor.since)

test('debt: begins on the clock’s day, whatever the former document’s day', async () => {
  app.clock.set('2027-06-01T16:00:00Z')
  const gym = await makeGym(app)
  await makeDebt(gym, '10.00')
  app.clock.set('2026-06-01T02:00:00Z')
  await makeDebt(gym, '10.00')
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 1 })
  const buyer = await makeClient(gym)
  await gym.admin.call('sales.create', {
    body: { id_client: buyer.id, items: [{ id_product: product.id, quantity: 1 }], owed: 40 },
  })
  expect(await since(gym)).toEqual(['2026-05-31', '2026-05-31', '2027-06-01'])
  app.clock.reset()
})

test('another zone moves the day since which something is owed', async () => {
  app.clock.set('2026-03-02T02:00:00Z')
  const gym = await makeGym(app)
  const { client } = await makeDebt(gym, '20.00')
  await makeDebt(gym, '10.00')
  expect(await since(gym)).toEqual(['2026-03-01', '2026-03-01'])
  await gym.admin.call('gym-info.update', { body: { timeZone: 'Europe/Madrid' } })
  expect(await since(gym)).toEqual(['2026-03-02', '2026-03-02'])
  expect(await collect(gym.admin, client.id, { amount: 20 })).toBe(200)
  // Also while nothing is owed of it: it may be taken back.
  await gym.admin.call('gym-info.update', { body: { timeZone: 'America/Lima' } })
  const [paid] = (await gym.admin.call('collections.list', { query: {} })).items
  await gym.admin.call('collections.void', {
    params: { id: paid?.id ?? 0 },
    body: { reason: 'x' },
    headers: headers(),
  })
  expect(await since(gym)).toEqual(['2026-03-01', '2026-03-01'])
  app.clock.reset()
})

test('a workbook holds all who owe, whoever pays while it is written', async () => {
  const gym = await makeGym(app)
  const ids: number[] = []
  for (const _ of Array.from({ length: 5 })) ids.push((await makeDebt(gym, '10.00')).client.id)
  const read = (after: number | null) =>
    app.database.read({ gym: gym.gym.id, user: null }, (tx) => chunkOfDebtors(tx, gym.gym.id, {}, { after }))
  // Pages through like a workbook export.
  const found: number[] = []
  for (let rows = await read(null); rows.length > 0; rows = await read(found.at(-1) ?? null)) {
    found.push(...rows.map(({ id }) => id))
    for (const id of ids) await collect(gym.admin, id, { amount: 10 })
  }
  expect(found).toEqual(ids)
})

test('debt: paying all refuses if the total changed', async () => {
  const gym = await makeGym(app)
  const { client } = await makeDebt(gym, '100.00')
  await makeDebt(gym, '50.00', client.id)
  const pay = (amount: string, expected_owed: string | null) => collect(gym.admin, client.id, { amount, expected_owed })
  const other = '409 Lo que debe cambió: se mostró $ 100.00 y ahora es $ 150.00.'
  expect(await pay('150.00', '100.00')).toBe(other)
  expect(await pay('100.00', '100.00')).toBe(other)
  // A part is what they gave, whatever the rest.
  expect(await pay('20.00', '100.00')).toBe(200)
  expect(await pay('150.00', '150.00')).toBe('409 Lo que debe cambió: se mostró $ 150.00 y ahora es $ 130.00.')
  expect(await pay('30.00', null)).toBe(200)
  expect(await pay('100.00', '100.00')).toBe(200)
})

test('a sale of which nothing is paid names an open shift of the gym, or none', async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  await gym.admin.call('debts.set-rules', { body: { is_on: true } })
  const [open, foreign] = await Promise.all(
    [gym, other].map(async ({ admin }) => makeShift(admin, await makeDrawer(admin))),
  )
  const [client, plan] = [await makeClient(gym), await makePlan(gym, { price: '40.00' })]
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 9 })
  const owe = async (id_shift: number | undefined) => {
    const body = { id_client: client.id, owed: 40, ...(id_shift !== undefined && { id_shift }) }
    const sale = { ...body, items: [{ id_product: product.id, quantity: 1 }] }
    const payment = { ...body, id_membership: plan.id, start_date: '2026-11-01', overlap: true }
    return [
      await gym.admin.try('sales.create', { body: sale, headers: headers() }),
      await gym.admin.try('payments.create', { body: payment, headers: headers() }),
    ].map(({ status }) => status)
  }
  expect(await owe(undefined)).toEqual([201, 201])
  expect(await owe(open)).toEqual([201, 201])
  expect(await owe(foreign)).toEqual([409, 409])
  await gym.admin.call('cash-shifts.close', { params: { id: open ?? 0 }, body: { counts: [] } })
  expect(await owe(open)).toEqual([409, 409])
})

test('the anonymous client owes nothing, and is told so', async () => {
  const gym = await makeGym(app)
  expect(await collect(gym.admin, (await anonymousClient(gym)).id, { amount: 1 })).toBe(
    '409 El Cliente Anónimo no puede dejar a deber.',
  )
})

test('debt: a deleted client still owes and pays nothing until restored', async () => {
  const gym = await makeGym(app)
  const [{ client }] = [await makeDebt(gym, '30.00'), await makeDebt(gym, '20.00')]
  const marks = async () => (await gym.admin.call('debts.list')).items.map(({ deleted }) => deleted)
  await gym.admin.call('clients.delete', { params: { id_client: client.id } })
  expect(await marks()).toEqual([true, false])
  expect(await collect(gym.admin, client.id, { amount: 30 })).toMatch(/^404/)
  await gym.admin.call('clients.restore', { params: { id_client: client.id } })
  expect(await marks()).toEqual([false, false])
})

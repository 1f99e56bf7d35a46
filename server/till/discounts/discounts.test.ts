import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import type { Caller } from '../../testing/api.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeClient, makeGym, makeProduct } from '../../testing/factories.ts'
import { closeDays } from '../../testing/sum-rules.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { idOf } from '../../testing/world.ts'
import { chunkOfGiven, discountPage } from './queries.ts'

/** A node of EXPLAIN's plan. */
interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

const app = await openTestApp({ SESSION_HOURS: '8760' })
const gym = await makeGym(app)

test('discount: refused at the line beyond the role’s limit, unlimited for super admins', async () => {
  const [one, other] = [await makeProduct(gym, { stock: 50 }), await makeProduct(gym, { stock: 50 })]
  const client = await makeClient(gym)
  const sell = async (role: 'gym_worker' | 'gym_admin' | 'gym_super_admin', discount: number) => {
    const { status, text } = await (await gym.as(role)).try('sales.create', {
      body: {
        id_client: client.id,
        items: [
          { id_product: one.id, quantity: 1 },
          { id_product: other.id, quantity: 1, discount },
        ],
      },
      headers: { 'idempotency-key': randomUUID() },
    })
    return status === 201 ? 201 : JSON.parse(text).detail
  }
  // A new gym begins with it.
  expect(await sell('gym_worker', 10)).toBe(201)
  const limits = await gym.admin.call('discounts.set-limits', { body: { gym_worker: '10', gym_admin: 33.33 } })
  expect(limits).toEqual({ gym_worker: 10, gym_admin: 33.33 })
  expect(await sell('gym_worker', 10)).toBe(201)
  expect(await sell('gym_worker', 10.01)).toMatchObject([
    { msg: 'Tu rol puede dar hasta 10 %', loc: ['body', 'items', 1, 'discount'] },
  ])
  expect(await sell('gym_admin', 33.33)).toBe(201)
  expect(await sell('gym_admin', 34)).toMatchObject([{ msg: 'Tu rol puede dar hasta 33.33 %' }])
  expect(await sell('gym_super_admin', 100)).toBe(201)
  expect(await gym.admin.call('discounts.set-limits', { body: { gym_worker: 0 } })).toEqual({
    ...limits,
    gym_worker: 0,
  })
  expect(await sell('gym_worker', 0.01)).toMatchObject([{ msg: 'Tu rol no puede dar descuentos' }])
  expect(await sell('gym_worker', 0)).toBe(201)
  const { quantity } = await gym.admin.call('products.read', { params: { id_product: one.id } })
  expect(quantity).toBe(45)
})

test('discounts.list: by line and seller, voided apart, in chunks for Excel', async () => {
  const own = await makeGym(app)
  const [water, towel] = [
    await makeProduct(own, { name: 'Agua', sale_price: '30.00', stock: 50 }),
    await makeProduct(own, { name: 'Toalla', sale_price: '200.00', stock: 50 }),
  ]
  const client = await makeClient(own, { name: 'José Peña' })
  const sellAs = (seller: Caller, items: object[]) =>
    seller.call('sales.create', {
      body: { id_client: client.id, items: items as never },
      headers: { 'idempotency-key': randomUUID() },
    })
  await own.admin.call('discounts.set-limits', { body: { gym_worker: 100 } })
  const worker = await own.as('gym_worker')
  app.clock.set('2026-11-20T03:59:00Z')
  await sellAs(worker, [{ id_product: water.id, quantity: 1, discount: 50 }])
  app.clock.set('2026-11-20T15:00:00Z')
  await sellAs(worker, [{ id_product: water.id, quantity: 2 }])
  const both = await sellAs(worker, [
    { id_product: water.id, quantity: 3, discount: 33.33 },
    { id_product: towel.id, quantity: 1 },
    { id_product: towel.id, quantity: 1, discount: 10, tax: 18 },
  ])
  const mine = await sellAs(own.admin, [{ id_product: towel.id, quantity: 1, discount: 100 }])
  const wrong = await sellAs(worker, [{ id_product: towel.id, quantity: 5, discount: 100 }])
  await own.admin.call('sales.void', { params: { id: wrong.id }, body: { reason: 'Era otra' } })
  const day = { start_date: '2026-11-20', end_date: '2026-11-20' }
  const list = await own.admin.call('discounts.list', { query: day })
  expect(list).toMatchObject({ total: 4, total_voided: 1, amount_sum: '250.00', pages: 1 })
  expect(list.by_user).toEqual([
    { user: { id: idOf(own.admin), name: 'Dueña' }, lines: 1, amount: '200.00' },
    { user: both.user, lines: 2, amount: '50.00' },
  ])
  const told = list.items.map(({ sale, product_name, amount, voided }) => [
    sale?.id,
    product_name,
    amount,
    voided?.reason ?? null,
  ])
  expect(told).toEqual([
    [wrong.id, 'Toalla', '1000.00', 'Era otra'],
    [mine.id, 'Toalla', '200.00', null],
    [both.id, 'Agua', '30.00', null],
    [both.id, 'Toalla', '20.00', null],
  ])
  expect(list.items[2]).toMatchObject({
    sale: { number: both.number },
    client: { id: client.id, name: 'José Peña' },
    user: both.user,
    quantity: 3,
    unit_price: '30.00',
    percent: 33.33,
  })
  const sumOf = async (query: Record<string, string>) => (await own.admin.call('discounts.list', { query })).amount_sum
  expect([await sumOf({}), await sumOf({ ...day, user_name: 'duena' }), await sumOf({ user_name: 'nadie' })]).toEqual([
    '265.00',
    '200.00',
    '0.00',
  ])
  // Piece by piece, the second from within a sale.
  const read = (after: number | null, most: number) =>
    app.database.read({ gym: own.gym.id, user: null }, (tx) =>
      chunkOfGiven(tx, { gym: own.gym.id, zone: 'America/Santo_Domingo' }, day, { after, most }),
    )
  const first = await read(null, 3)
  expect([...first, ...(await read(first[2]?.id ?? 0, 3))].map(({ id }) => id)).toEqual(list.items.map(({ id }) => id))
  // A piece that is voided takes its part of the discount off; a sale that is voided as a whole keeps it.
  const body = { reason: 'Roto', id_shift: null, lines: [{ line: 1, quantity: 1 }] }
  await own.admin.call('sales.void', { params: { id: both.id }, body })
  const amounts = (await own.admin.call('discounts.list', { query: day })).items.map(({ amount }) => amount)
  expect(amounts).toEqual(['1000.00', '200.00', '20.00', '20.00'])
  app.clock.reset()
})

test('discounts.list: reads few rows of five years', {
  tags: ['deep'],
  timeout: 120_000,
}, async () => {
  const own = await makeGym(app)
  const [client, product] = [await makeClient(own), await makeProduct(own)]
  await asOwner(app, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query(
      `insert into sales (gym_id, number, id_client, id_user, party_name, user_name, amount_total, created_at)
       select $1, n, $2, $3, 'Cliente', 'Ana', 90, timestamptz '2021-11-20' + interval '26 min' * n from generate_series(1, 100000) n`,
      [own.gym.id, client.id, idOf(own.admin)],
    )
    await owner.query(
      `insert into sale_items (gym_id, id_sale, line, id_product, product_name, quantity, unit_price, discount, tax)
       select gym_id, id, 1, $2, 'Agua', 1, 100, case when number % 100 = 0 then 10 else 0 end, 0 from sales where gym_id = $1`,
      [own.gym.id, product.id],
    )
    await owner.query('vacuum analyze sales')
    await owner.query('vacuum analyze sale_items')
  })
  await closeDays(app, own.gym.id, '2026-10-25')
  /** The rows that the plan reads of a table, whichever way. */
  const readOf = (table: string, node: PlanNode): number =>
    (node['Relation Name'] === table ? node['Actual Rows'] * node['Actual Loops'] : 0) +
    (node.Plans ?? []).reduce((sum, each) => sum + readOf(table, each), 0)
  const reads = (filter: { start_date?: string; end_date?: string }) =>
    app.database.read({ gym: own.gym.id, user: null }, async (tx) => {
      const cut = discountPage(
        { gym: own.gym.id, zone: 'America/Santo_Domingo' },
        { page: 0, size_page: 50, ...filter },
      )
      const [plan] = await tx.many<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(sql`explain (analyze, format json) ${cut}`)
      const root = plan?.['QUERY PLAN'][0]?.Plan as PlanNode // as explain answers
      return { lines: readOf('sale_items', root), sales: readOf('sales', root) }
    })
  const [all, year, day] = [
    await reads({}),
    await reads({ start_date: '2023-01-01', end_date: '2023-12-31' }),
    await reads({ start_date: '2023-03-04', end_date: '2023-03-04' }),
  ]
  // Fifty lines lie on about fifty days, of fifty-five sales each, which an index alone is read of.
  expect(all.lines + all.sales).toBeLessThan(4000)
  expect(year.lines + year.sales).toBeLessThan(4000)
  expect(day.lines + day.sales).toBeLessThan(120)
  // For open days (a week here) the server's role reads only their own sales, by index.
  const pages = await app.database.read({ gym: own.gym.id, user: null }, async (tx) => {
    const sums = sql`select * from sold_between(${own.gym.id}::integer, (select day from summed_until where gym_id = ${own.gym.id}), 'infinity')`
    const [plan] = await tx.many<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      sql`explain (analyze, buffers, format json) ${sums}`,
    )
    const root = plan?.['QUERY PLAN'][0]?.Plan
    return (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0)
  })
  expect(pages).toBeGreaterThan(100)
  expect(pages).toBeLessThan(2500)
})

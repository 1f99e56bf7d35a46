// With five years of debts only the open ones are read.

import { expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeClient, makeGym, makePlan } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { idOf } from '../../testing/world.ts'
import { debtors } from './debtors.ts'

/** A node of EXPLAIN's plan. */
interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const app = await openTestApp()

test('the list of who owes reads nothing of what was paid long ago', { tags: ['deep'], timeout: 120_000 }, async () => {
  const gym = await makeGym(app)
  const [plan, client] = [await makePlan(gym), await makeClient(gym)]
  await asOwner(app, async (owner) => {
    await owner.query('set session_replication_role = replica')
    // 60 000 documents of five years left something owing, of 3 000 clients; 300 still owe.
    await owner.query(
      `insert into clients (gym_id, id, name, created_at)
       select gym_id, id + n, 'Cliente ' || n, created_at from clients, generate_series(1, 3000) n where gym_id = $1 and id = $2`,
      [gym.gym.id, client.id],
    )
    await owner.query(
      `insert into membership_payments (gym_id, number, id_client, id_user, id_membership, name, price, duration_days, start_date, end_date, payment_date, party_name, user_name)
       select $1, n, $2::bigint + 1 + n % 2999, $3, $4, 'Mensual', 100, 30, date '2021-11-20' + n / 33, date '2021-12-20' + n / 33, timestamptz '2021-11-20' + interval '44 min' * n, 'x', 'x'
       from generate_series(1, 60000) n`,
      [gym.gym.id, client.id, idOf(gym.admin), plan.id],
    )
    await owner.query(
      `insert into debts (gym_id, id_payment, id_client, amount, owed, created_at, since, settled_at, id_user)
       select gym_id, id, id_client, 50, case when number % 200 = 0 then 20 else 0 end, payment_date, payment_date::date,
         case when number % 200 = 0 then null else payment_date end, id_user
       from membership_payments where gym_id = $1`,
      [gym.gym.id],
    )
    for (const table of ['clients', 'membership_payments', 'debts']) await owner.query(`vacuum analyze ${table}`)
  })
  expect(await gym.admin.call('debts.list', { query: { size_page: 50 } })).toMatchObject({
    total: 300,
    amount_sum: '6000.00',
  })
  const readOf = (table: string, node: PlanNode): number =>
    (node['Relation Name'] === table
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0) + (node.Plans ?? []).reduce((sum, each) => sum + readOf(table, each), 0)
  const read = await app.database.read({ gym: gym.gym.id, user: null }, async (tx) => {
    const [plan] = await tx.many<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      sql`explain (analyze, format json) ${debtors(gym.gym.id, {}, sql`limit 50`)}`,
    )
    return readOf('debts', plan?.['QUERY PLAN'][0]?.Plan as PlanNode) // as explain answers
  })
  expect(read).toBe(300)
})

// Cost of pauses and visits with many members and five years; a gym without pauses pays nothing.
import { expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { asOwner } from '../testing/digest.ts'
import { makeDevice, makeGym, makePlan } from '../testing/factories.ts'
import { openTestApp } from '../testing/test-app.ts'
import { comparison } from './comparison.ts'

const app = await openTestApp()
const gym = await makeGym(app)
await makeDevice(gym)
const plan = await makePlan(gym)
const today = new Date().toISOString().slice(0, 10)
await asOwner(app, async (owner) => {
  // Triggers would make of it a day's work of a gym.
  await owner.query(
    "set session_replication_role = replica; select set_config('app.gym_id', $1, false)".replace(
      '$1',
      `'${gym.gym.id}'`,
    ),
  )
  await owner.query(
    `insert into clients (gym_id, id, id_zkteco, name) select $1, 1000000 + n, 100000 + n, 'Cliente ' || n from generate_series(1, 2000) n`,
    [gym.gym.id],
  )
  await owner.query(
    `insert into membership_payments (gym_id, number, id_client, party_name, id_user, user_name, id_membership, name, price, duration_days, start_date, end_date, payment_date)
     select $1, n, 1000000 + n % 2000 + 1, 'x', 1, 'x', $2, 'Mensual', 100, 30, d, d + 30, d
     from generate_series(1, 40000) n cross join lateral (select current_date - (n / 2000) * 90 - n % 30 as d) d`,
    [gym.gym.id, plan.id],
  )
  await owner.query('vacuum analyze clients, membership_payments, pauses, visit_counts')
})

const planOf = () =>
  app.database.read({ gym: gym.gym.id, user: null }, async (tx) => {
    const rows = await tx.many<{ 'QUERY PLAN': string }>(
      sql`explain (analyze, costs off) ${comparison({ gym: gym.gym.id, today })}`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

/** How often payments were cut into parts. */
const cuts = (plan: string) =>
  [...plan.matchAll(/Function Scan on unnest part \((.*)\)/g)].map(([, said = '']) =>
    Number(/loops=(\d+)/.exec(said)?.[1] ?? 0),
  )

test('a gym without a pause cuts nothing, one with many only what is still paid for', async () => {
  const none = await planOf()
  expect(cuts(none).length, none).toBeGreaterThan(0)
  expect(Math.max(...cuts(none)), none).toBe(0)
  await asOwner(app, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query(
      `insert into pauses (gym_id, id_client, id_user, user_name, starts, ends, open, reason)
       select $1, 1000000 + n, 1, 'x', current_date - 400 + n % 500, current_date - 390 + n % 500, false, 'x' from generate_series(1, 500) n`,
      [gym.gym.id],
    )
    await owner.query('vacuum analyze pauses')
  })
  const some = await planOf()
  // One payment each, of twenty.
  expect(Math.max(...cuts(some)), some).toBeGreaterThan(0)
  expect(Math.max(...cuts(some)), some).toBeLessThanOrEqual(500)
  expect(some).not.toContain('<> ALL')
})

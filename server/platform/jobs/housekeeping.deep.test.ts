import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DatabaseDigest, queryAsOwner, runAsTableOwner } from '../../testing/database-digest.ts'
import {
  logInMaster,
  makeClient,
  makeGym,
  makePayment,
  makeProduct,
  makeSale,
  type TestGym,
} from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { makeTwoGyms, uploadImage } from '../../testing/two-gyms.ts'
import { FolderImageStore } from '../storage/file-store.ts'
import { runRetentionSweep } from './housekeeping.ts'

const app = await startTestAppForFile()
const store = new FolderImageStore(app.dataDir)

const ask = (text: string) => queryAsOwner(app, text).then(({ rows }) => rows)
const age = (id: number, days: number) =>
  ask(`update gyms set deleted_at = now() - interval '${days} days' where id = ${id}`)

test('purge: deletes a gym after 30 days with its pictures and nothing else', async () => {
  const gone = await makeTwoGyms(app)
  const neighbour: TestGym = gone.other
  const path = join(app.dataDir, 'images', String(gone.gym.gym.id))
  await uploadImage(gone.gym.admin, 'clients')
  await gone.gym.admin.call('sales.void', { params: { id: gone.mine.sale }, body: { reason: 'x', id_shift: null } })
  await gone.gym.admin.call('support.create', { body: { from_name: 'A', email: 'a@example.com', message: 'x' } })
  await gone.gym.admin.call('notification-config.update', { body: { isActive: true } })
  await (await logInMaster(app)).call('gyms.delete', { params: { id: gone.gym.gym.id } })
  const { total: sales } = await neighbour.admin.call('sales.list')
  await age(gone.gym.gym.id, 29)
  await runRetentionSweep(app.database, store, app.app.log)
  expect(existsSync(path)).toBe(true)
  expect(await ask(`select 1 as one from clients where gym_id = ${gone.gym.gym.id} limit 1`)).toHaveLength(1)
  await age(gone.gym.gym.id, 31)
  await runRetentionSweep(app.database, store, app.app.log)
  expect(existsSync(path)).toBe(false)
  const tables = await ask(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'gym_id'`,
  )
  for (const { name } of tables)
    expect(await ask(`select 1 from "${name}" where gym_id = ${gone.gym.gym.id} limit 1`), name).toEqual([])
  expect(await ask(`select 1 from gyms where id = ${gone.gym.gym.id}`)).toEqual([])
  expect((await neighbour.admin.call('sales.list')).total).toBe(sales)
})

test('purge_rows: deletes nothing of a gym that is not deleted', async () => {
  const { gym } = await makeGym(app)
  const { rows } = await app.database.platform.query("select purge_rows($1, 'clients', 10) as gone", [gym.id])
  expect(rows).toEqual([{ gone: null }])
})

/** Makes a gym deleted long ago, with many rows of which some refer to others. */
async function makeLargeDeletedGym(): Promise<number> {
  const { gym } = await makeGym(app)
  await runAsTableOwner(app, async (client) => {
    await client.query("select set_config('app.gym_id', $1, false)", [String(gym.id)])
    await client.query(
      `with made as (insert into clients (gym_id, name) select $1::integer, 'Una' from generate_series(1, 3000) returning id),
         news as (insert into notifications (gym_id, title, message, id_client) select $1, 'Acceso', 'x', id from made)
       insert into attendances (gym_id, id_client, check_in) select $1, id, now() - make_interval(days => n) from made, generate_series(1, 5) n`,
      [gym.id],
    )
  })
  await (await logInMaster(app)).call('gyms.delete', { params: { id: gym.id } })
  await age(gym.id, 31)
  return gym.id
}
const rowsOf = async (id: number) => {
  const tables = await ask(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'gym_id'`,
  )
  const counts = tables.map(({ name }) => `(select count(*) from "${name}" where gym_id = ${id})`)
  return (await ask(`select ${counts.join(' + ')} as count`))[0]?.count
}

test('purge: the next sweep finishes an interrupted purge, and two purges do not overlap', async () => {
  const id = await makeLargeDeletedGym()
  await runAsTableOwner(app, async (client) => {
    await client.query('begin')
    await client.query(`select from clients where gym_id = ${id} and not is_anonymous limit 1 for update`)
    const stopped = runRetentionSweep(app.database, store, app.app.log)
    const purging = `select pid from pg_stat_activity where datname = current_database() and query like '%purge_rows%' and wait_event_type = 'Lock'`
    await expect.poll(async () => (await ask(purging)).length).toBe(1)
    await runRetentionSweep(app.database, store, app.app.log)
    await ask(`select pg_terminate_backend(pid) from (${purging}) purging`)
    await stopped
    await client.query('rollback')
  })
  expect(await ask(`select count(*) as count from attendances where gym_id = ${id}`)).toEqual([{ count: 0 }])
  expect(await ask(`select count(*) as count from clients where gym_id = ${id}`)).toEqual([{ count: 3001 }])
  await runRetentionSweep(app.database, store, app.app.log)
  expect(await rowsOf(id)).toBe(0)
  expect(await ask(`select from gyms where id = ${id}`)).toEqual([])
})

test('sweep: deletes idempotency keys, notifications and departures only when they are old', async () => {
  const gym = await makeGym(app)
  const client = await makeClient(gym)
  await makePayment(gym, { id_client: client.id })
  const product = await makeProduct(gym, { stock: 2, min_quantity: 1 })
  await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)
  await gym.admin.call('attendances.create', { body: { id_client: client.id } })
  const count = async (table: string) =>
    (await ask(`select count(*)::int as count from ${table} where gym_id = ${gym.gym.id}`))[0]?.count
  for (const days of [89, 91]) {
    await gym.admin.call('inside.leave', { body: { id_attendance: null } })
    await ask(
      `update departures set left_at = now() - interval '${days} days' where gym_id = ${gym.gym.id} and left_at > now() - interval '1 day'`,
    )
  }
  const [keys, news] = [await count('idempotency_keys'), await count('notifications')]
  await runRetentionSweep(app.database, store, app.app.log)
  expect([await count('idempotency_keys'), await count('notifications')]).toEqual([keys, news])
  expect(await count('departures')).toBe(1)
  await ask(
    `update idempotency_keys set created_at = now() - interval '8 days' where gym_id = ${gym.gym.id} and call = 'sales.create'`,
  )
  await ask(
    `update notifications set created_at = now() - interval '91 days' where gym_id = ${gym.gym.id} and title = 'Stock deficiente'`,
  )
  await runRetentionSweep(app.database, store, app.app.log)
  expect([await count('idempotency_keys'), await count('notifications')]).toEqual([keys - 1, news - 1])
  // More rows than one transaction deletes, as after weeks without a server.
  await ask(`insert into notifications (gym_id, title, message, created_at)
    select ${gym.gym.id}, 'Acceso', 'x', now() - interval '91 days' from generate_series(1, 1001)`)
  await runRetentionSweep(app.database, store, app.app.log)
  expect(await count('notifications')).toBe(news - 1)
  const digest = await DatabaseDigest.of(app)
  const before = await digest.take()
  await runRetentionSweep(app.database, store, app.app.log)
  expect(await digest.take()).toEqual(before)
  await digest.close()
})

test('sweep: deletes year-old messages, door records and requests, and no documents', async () => {
  const world = await makeTwoGyms(app)
  const own = world.gym.gym.id
  await runAsTableOwner(app, async (client) => {
    await client.query("select set_config('app.gym_id', $1, false)", [String(own)])
    for (const age of ['13 months', '11 months']) {
      await client.query(
        `insert into outbox (gym_id, kind, rule_day, state, state_at, text, created_at, until)
         select $1::integer, 'daily_report', (now() - 50 * $2::interval)::date - n, s, now(), 'x', now() - $2::interval, now()
         from generate_series(1, 1300) n, lateral (select (array['sent', 'delivered', 'failed', 'cancelled', 'pending'])[1 + n % 5]) t(s)`,
        [own, age],
      )
      await client.query(
        `insert into door_records (gym_id, sn, pin, device_time, arrived_at, reason, raw)
         select $1::integer, 'X', n::text, now() - $2::interval, now() - $2::interval, 'unknown', '' from generate_series(1, 600) n`,
        [own, age],
      )
      await client.query(
        `insert into support_requests (gym_id, from_name, email, message, id_user, created_at, sent_at, failed_at)
         select $1::integer, 'A', 'a@example.com', 'x', (select min(id) from users where gym_id = $1::integer), now() - $2::interval,
           case n when 1 then now() end, case n when 2 then now() end from generate_series(1, 3) n`,
        [own, age],
      )
    }
  })
  const books = [
    'sales',
    'sale_items',
    'purchases',
    'purchase_items',
    'stock_movements',
    'membership_payments',
    'voids',
  ]
  const kept = [...books, 'attendances', 'history', 'revenue_days', 'paid_until', 'door_acts']
  const rowsOf = (table: string) =>
    ask(`select md5(string_agg(t::text, '|' order by t::text)) as all from ${table} t where gym_id = ${own}`)
  const before = await Promise.all(kept.map(rowsOf))
  await runRetentionSweep(app.database, store, app.app.log)
  /** Counts rows that are younger and older than a year. */
  const left = async (table: string, at: string) => {
    const [counts] = await ask(
      `select count(*) filter (where ${at} >= now() - interval '1 year')::integer as young,
         count(*) filter (where ${at} < now() - interval '1 year')::integer as old
       from ${table} where gym_id = ${own} and ${at} < now() - interval '10 months'`,
    )
    return [counts?.young, counts?.old]
  }
  expect(await left('outbox', 'created_at')).toEqual([1300, 260])
  expect(await left('door_records', 'arrived_at')).toEqual([600, 0])
  expect(await left('support_requests', 'created_at')).toEqual([3, 1])
  expect(await Promise.all(kept.map(rowsOf))).toEqual(before)
})

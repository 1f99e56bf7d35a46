// From the first release's schema with rows in every table to today's: nothing that was there is another afterwards.
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { keptRows, type Rows, readAll } from '../testing/kept-rows.ts'
import { openOwnersPool } from './connection.ts'
import { migrationsFolder } from './database.ts'
import { migrate } from './migrate.ts'
import { repositoryRoot } from './repository-root.ts'

/** The migrations that the first release came with. */
const firstRelease = '0006-messages.sql'

/**
 * A database of the first release with its rows, owned by a role; `work` gets the owner's pool, a superuser, and what brings it to
 * a later migration.
 */
async function withFirstRelease(
  owner: string,
  work: (pool: pg.Pool, client: pg.Client, upTo: (last: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { host, port, user } = inject('postgres')
  const name = `upgrade_${owner}_${process.pid}`
  const role = owner === 'superuser' ? user : name
  const folder = mkdtempSync(join(tmpdir(), 'torniquete-upgrade-'))
  const upTo = async (last: string) => {
    for (const file of readdirSync(migrationsFolder()).filter((each) => each <= last))
      copyFileSync(join(migrationsFolder(), file), join(folder, file))
    await migrate(pool, folder)
  }
  const admin = new pg.Client({ host, port, user, database: 'postgres' })
  await admin.connect()
  if (role !== user)
    await admin.query(`create role ${name} login createrole; grant torniquete_server to ${name} with admin option`)
  await admin.query(`create database ${name} owner ${role}`)
  const pool = openOwnersPool({ host, port, user: role, database: name })
  const client = new pg.Client({ host, port, user, database: name })
  await client.connect()
  try {
    await upTo(firstRelease)
    await client.query(readFileSync(join(repositoryRoot, 'server/db/fixtures/first-release.sql'), 'utf8'))
    await work(pool, client, upTo)
  } finally {
    await client.end()
    await pool.end()
    await admin.query(`drop database if exists ${name} with (force)`)
    if (role !== user) await admin.query(`drop role if exists ${name}`)
    await admin.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A superuser owns the embedded database; a managed one is owned by a role that row-level security holds for. */
test.each(['superuser', 'ordinary'])('a database of the first release, of a %s owner, keeps every row', (owner) =>
  withFirstRelease(owner, async (pool, client) => {
    const before = await readAll(client)
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
    await migrate(pool, migrationsFolder())
    const after = await readAll(client)
    for (const [table, rows] of Object.entries(before)) {
      if (derived.has(table)) continue
      expect(keptRows(after[table], rows), table).toEqual(expect.arrayContaining(rows))
    }
    expectBooks(after)
  }),
)

/** What a payment covers was worked out from it until then; from then on it is kept with it. */
test.each(['superuser', 'ordinary'])(
  'what was paid before there were pauses, of a %s owner, covers what it did',
  (owner) =>
    withFirstRelease(owner, async (pool, client, upTo) => {
      await upTo('0126-~')
      const before = await readAll(client)
      expect(before.pauses).toBeUndefined()
      await migrate(pool, migrationsFolder())
      const after = await readAll(client)
      for (const table of [
        'membership_payments',
        'paid_until',
        'voids',
        'attendances',
        'memberships',
        'document_numbers',
        'history',
      ]) {
        const columns = Object.keys(before[table]?.[0] ?? {})
        const only = (row: Record<string, unknown>) =>
          Object.fromEntries(columns.map((column) => [column, row[column]]))
        expect(after[table]?.map(only), table).toEqual(before[table])
        expect(columns.length, table).toBeGreaterThan(0)
      }
      for (const { sold_start, own_start } of after.membership_payments ?? [])
        expect([sold_start, own_start]).toEqual([null, null])
      expect([after.pauses, after.plan_terms, after.visit_counts]).toEqual([[], [], []])
      // A server of the version before, which knows of no such column, books beside it, and what it voids ends as ever.
      await client.query("select set_config('app.gym_id', '101', false)")
      await client.query(
        `insert into membership_payments (gym_id, number, id_client, party_name, id_user, user_name, id_membership, name, price, duration_days, start_date, payment_date)
       values (101, 99, 22, 'Ana', 11, 'María', 31, 'Mensual', 1250, 30, '2026-05-01', '2026-05-01 15:00Z')`,
      )
      const paidUntil = async () =>
        (await client.query<{ day: string }>('select day::text from paid_until where gym_id = 101 and id_client = 22'))
          .rows
      expect(await paidUntil()).toEqual([{ day: '2026-05-31' }])
      await client.query(
        "update membership_payments set voided_at = '2026-05-02 15:00Z' where gym_id = 101 and number = 99",
      )
      expect(await paidUntil()).toEqual([{ day: '2026-03-31' }])
    }),
)

/** Sold with a discount and paid in two ways, some of it voided, by a server whose last file is 0136. */
test.each(['superuser', 'ordinary'])('what was sold before its sums were kept, of a %s owner, is in them', (owner) =>
  withFirstRelease(owner, async (pool, client, upTo) => {
    await upTo('0136-~')
    await client.query("select set_config('app.gym_id', '101', false)")
    await client.query(`
      insert into sales (gym_id, id, id_client, id_user, amount_total, created_at) values
        (101, 83, 22, 12, 63, '2026-03-31 12:00Z'), (101, 84, 22, 12, 63, '2026-04-01 03:00Z'), (101, 85, 22, 12, 63, '2026-04-01 12:00Z');
      insert into sale_items (gym_id, id_sale, line, id_product, product_name, quantity, unit_price, discount, tax)
        select 101, s, 1, 61, 'Agua', 2, 35, 10, 0 from unnest(array[83, 84, 85]) s;
      insert into stock_movements (gym_id, id_product, quantity, reason, id_sale) select 101, 61, -2, 'sale', s from unnest(array[83, 84, 85]) s;
      insert into tenders (gym_id, id_sale, id_kind, kind_name, amount, created_at, id_user)
        select s.gym_id, s.id, k.id, k.name, case k.position when 0 then 43 else 20 end, s.created_at, s.id_user
        from sales s join payment_kinds k on k.gym_id = s.gym_id and k.position < 2 where s.id >= 83;
      insert into voids (gym_id, id_sale, reason, id_user, created_at) values (101, 85, 'Devuelta', 11, '2026-04-02 12:00Z')`)
    const { products: before } = await readAll(client)
    await migrate(pool, migrationsFolder())
    const after = await readAll(client)
    const pick = (table: string, ...columns: string[]) => after[table]?.map((row) => columns.map((each) => row[each]))
    // The 85th is void: what was paid went back on the day of that, and stands nowhere.
    expect(pick('tender_days', 'day', 'document', 'moved', 'standing')?.map(String).sort()).toEqual(
      [
        '03-31,sale,40,40',
        '03-31,sale,86,86',
        '04-01,sale,20,0',
        '04-01,sale,43,0',
        '04-02,sale,-20,0',
        '04-02,sale,-43,0',
      ].map((row) => `2026-${row}`),
    )
    expect(pick('sold_sums', 'span', 'since', 'id_product', 'quantity', 'cents')?.map(String).sort()).toEqual([
      'day,2026-02-02,61,2,7000',
      'day,2026-03-31,61,4,12600',
      'month,2026-02-01,61,2,7000',
      'month,2026-03-01,61,4,12600',
    ])
    expect(pick('given_days', 'day', 'id_user', 'lines', 'voided', 'amount')?.map(String).sort()).toEqual([
      '2026-03-31,12,2,0,14',
      '2026-04-01,12,0,1,0',
    ])
    expect(after.products?.map(({ average_cost }) => average_cost)).toEqual(before?.map((row) => row.average_cost))
    const stands = pick('revenue_days', 'kind', 'day', 'standing')?.filter(([kind]) => kind === 'sale')
    expect(stands?.map(String).filter((row) => !row.endsWith(',0'))).toEqual([
      'sale,2026-02-02,70',
      'sale,2026-03-31,126',
    ])
  }),
)

/** Left owing, paid in two acts, the second over both documents, and one of those voided, by a server whose last file is 0154. */
test.each(['superuser', 'ordinary'])(
  'what was paid of debts before there were acts, of a %s owner, is one each',
  (owner) =>
    withFirstRelease(owner, async (pool, client, upTo) => {
      await upTo('0154-~')
      await client.query("select set_config('app.gym_id', '101', false)")
      await client.query(`
      insert into sales (gym_id, id, id_client, id_user, amount_total, created_at) values
        (101, 83, 22, 12, 100, '2026-04-01 12:00Z'), (101, 84, 22, 12, 50, '2026-04-02 12:00Z'),
        -- dated ahead of what is paid of it
        (101, 85, 23, 12, 100, '2026-04-10 12:00Z'), (101, 86, 23, 12, 50, '2026-04-11 12:00Z');
      insert into debts (gym_id, id_sale, id_client, amount, created_at, since, id_user)
        select gym_id, id, id_client, amount_total, created_at, created_at::date, id_user from sales where id >= 83;
      insert into tenders (gym_id, id_sale, id_debt, id_kind, kind_name, amount, created_at, id_user)
        select d.gym_id, d.id_sale, d.id, k.id, k.name, p.amount, p.at, d.id_user
        from (values (83, 30, timestamptz '2026-04-03 12:00Z'), (83, 70, '2026-04-05 12:00Z'), (84, 10, '2026-04-05 12:00Z'),
          (85, 30, '2026-04-06 12:00Z')) p (sale, amount, at)
          join debts d on d.gym_id = 101 and d.id_sale = p.sale join payment_kinds k on k.gym_id = 101 and k.position = 0;
      insert into voids (gym_id, id_sale, reason, id_user, created_at) values (101, 84, 'Devuelta', 11, '2026-04-06 12:00Z')`)
      const before = await readAll(client)
      await migrate(pool, migrationsFolder())
      const after = await readAll(client)
      const pick = (table: string, ...columns: string[]) =>
        after[table]?.map((row) => columns.map((each) => String(row[each])).join(' ')).sort()
      expect(pick('collections', 'gym_id', 'number', 'client_name', 'amount', 'left_owing', 'id_user')).toEqual([
        '101 1 Ana 30 120 null',
        '101 2 Ana 80 40 null',
        '101 3 José 30 70 null',
      ])
      const acts = after.tenders?.filter(({ id_collection }) => id_collection !== null)
      expect(acts?.map(({ amount }) => amount).sort()).toEqual([10, 30, 30, 70])
      // What the void gave back is no part of what was collected.
      const [days, months] = [
        pick('tender_days', 'day', 'moved', 'collected'),
        pick('tender_months', 'month', 'moved', 'collected'),
      ]
      expect([days, months].map((rows) => rows?.filter((row) => !row.endsWith(' 0')))).toEqual([
        ['2026-04-03 30 30', '2026-04-05 80 80', '2026-04-06 20 30'],
        ['2026-04-01 130 140'],
      ])
      expect(after.tenders?.length).toBe(before.tenders?.length)
      expect(keptRows(after.debts, before.debts ?? [])).toEqual(expect.arrayContaining(before.debts ?? []))
      expect(after.document_numbers?.filter(({ kind }) => kind === 'collection').map(({ last }) => last)).toEqual([3])
    }),
)

test.each(['superuser', 'ordinary'])(
  'of whom something was dropped before terminals that are met later were rid of it, of a %s owner, is known by their history',
  (owner) =>
    withFirstRelease(owner, async (pool, client, upTo) => {
      await upTo('0162-~')
      await client.query("select set_config('app.gym_id', '101', false)")
      const agreed = (at: string, ...ids: number[]) =>
        `update clients set biometrics_agreed_at = ${at} where gym_id = 101 and id in (${ids})`
      const keeps = (keeps: boolean) => `update gym_info set keeps_biometrics = ${keeps} where gym_id = 101`
      await client.query(keeps(true))
      await client.query(agreed('now()', 21, 22, 23))
      // All of the gym's end with its switch, and terminals keep what they have.
      await client.query(`begin; ${keeps(false)}; ${agreed('null', 21, 22, 23)}; commit`)
      await client.query(keeps(true))
      await client.query(agreed('now()', 21, 22, 23))
      await client.query(agreed('null', 23))
      await client.query(
        `insert into history (gym_id, entity, entity_id, action, changes) values (101, 'clients', 22, 'update', '{"dropped_biometrics": [null, "Rostro"]}')`,
      )
      await migrate(pool, migrationsFolder())
      const { dropped_biometrics: rows } = await readAll(client)
      expect(rows?.map(({ id_client }) => Number(id_client)).sort()).toEqual([22, 23])
    }),
)

test.each(['superuser', 'ordinary'])(
  'where terminals were told of people before that was kept, those of a %s owner were told of the staff',
  (owner) =>
    withFirstRelease(owner, async (pool, client) => {
      await migrate(pool, migrationsFolder())
      const { pins = [] } = await readAll(client)
      const staff = pins.filter(({ id_user }) => id_user !== null)
      expect(staff.map(({ gym_id, told }) => [gym_id, told]).sort()).toEqual([
        [101, true],
        [101, true],
        [102, false],
      ])
    }),
)

/** Sums that are reckoned anew; and what terminals hold, which they are told again in other words. */
const derived = new Set(['revenue_days', 'terminal_users'])

function expectBooks({
  attendances,
  terminal_users,
  door_acts,
  membership_payments,
  sales,
  voids,
  document_numbers,
  revenue_days,
  gym_guides,
}: Rows): void {
  const pick = (rows: Rows[string] | undefined, ...columns: string[]) =>
    (rows ?? []).map((row) => columns.map((column) => row[column])).sort()
  expect(pick(terminal_users, 'gym_id', 'pin', 'held')).toEqual([[101, 1, 'c22\t?']])
  expect(pick(membership_payments, 'gym_id', 'number', 'id', 'party_name', 'user_name')).toEqual([
    [101, 1, 42, 'José', 'Luis'],
    [101, 2, 41, 'Ana', 'María'],
    [101, 3, 44, 'Cliente Anónimo', 'Luis'],
    [102, 1, 43, 'Eva', 'Juan'],
  ])
  expect(pick(sales, 'number', 'party_name', 'user_name')).toEqual([
    [1, 'Ana', 'Luis'],
    [2, 'José', 'María'],
  ])
  expect(pick(voids, 'number', 'user_name')).toEqual([
    [1, 'María'],
    [2, 'María'],
  ])
  expect(pick(document_numbers, 'gym_id', 'kind', 'last', 'last_at')).toEqual([
    [101, 'payment', 3, '2026-03-02T15:00:00+00:00'],
    [101, 'purchase', 1, '2026-02-01T12:00:00+00:00'],
    [101, 'sale', 2, '2026-02-03T12:00:00+00:00'],
    [101, 'void', 2, '2026-03-05T12:00:00+00:00'],
    [102, 'payment', 1, '2026-02-15T15:00:00+00:00'],
  ])
  // Whose messages are switched on has seen a trial of them.
  expect((gym_guides ?? []).filter(({ tested }) => tested).map(({ gym_id }) => gym_id)).toEqual([101])
  // Who came in before a void, after the last day, and a day pass voided within the hour.
  expect(pick(attendances, 'id', 'membership_name', 'expire_membership')).toEqual([
    [1, 'Mensual', '2026-03-31'],
    [2, 'Membresía Diaria', '2026-03-03'],
    [3, 'Mensual', '2026-03-03'],
  ])
  expect(pick(door_acts, 'asked_at', 'user_name', 'device_name')).toEqual([
    ['2026-03-02T15:01:50+00:00', 'Luis', 'Puerta principal'],
  ])
  // A void of later takes back on its own day.
  expect(pick(revenue_days, 'gym_id', 'kind', 'day', 'total').filter(([, , , total]) => total !== 0)).toEqual(
    [
      [101, 'payment', '2026-02-01', 1200],
      [101, 'payment', '2026-03-01', 1250],
      [101, 'payment', '2026-03-02', 100 - 100],
      [101, 'sale', '2026-02-02', 70],
      [101, 'sale', '2026-02-03', 35],
      [101, 'sale', '2026-03-05', -35],
      [102, 'payment', '2026-02-15', 40],
    ].filter(([, , , total]) => total !== 0),
  )
}

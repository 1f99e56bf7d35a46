// Fills a database with the gyms to be measured.
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/operations/postgres/embedded-postgres.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { hashPassword } from '../server/platform/db/password-hash.ts'
import {
  firstNames,
  fiveYearGym,
  initiallyEmptyGym,
  lastNames,
  manyClientsGym,
  oneYearGym,
  smallGyms,
  terminalCount,
} from './bench-gyms.ts'
import { benchPassword } from './processes.ts'
import { fillShopTables } from './shop-data.ts'

/** Fills the database in a data folder; returns the seconds it took. */
export async function fillDatabase(dataDir: string): Promise<number> {
  const begun = performance.now()
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { maintenance_work_mem: '512MB', max_wal_size: '8GB', synchronous_commit: 'off' },
  })
  try {
    await (await openDatabase(postgres.connection, null)).close()
    const client = new pg.Client(postgres.connection)
    // Ignores the lost connection, so that the failed statement before it is reported.
    client.on('error', () => {})
    await client.connect()
    await insertGyms(client, 1, initiallyEmptyGym.id)
    await makeDoors(client)
    // Disables triggers; the rows that they would derive are inserted below.
    await client.query("set session_replication_role = replica; set work_mem = '256MB'")
    const gyms = [
      fiveYearGym,
      oneYearGym,
      manyClientsGym,
      ...Array.from({ length: smallGyms.count }, (_, index) => ({ ...smallGyms, id: smallGyms.first + index })),
    ]
    for (const gym of gyms) await fillGym(client, gym)
    await fillShopTables(client)
    await client.query(
      'insert into paid_until (gym_id, id_client, day) select gym_id, id_client, max(end_date) from membership_payments group by 1, 2',
    )
    await client.query(
      'insert into pins (gym_id, id, id_client) select gym_id, id_zkteco, id from clients where id_zkteco is not null',
    )
    await client.query(
      `with said as (
         select distinct gym_id, word, id from clients, string_to_table(search, ' ') word where deleted_at is null and not is_anonymous),
       words as (insert into name_words (gym_id, word) select distinct gym_id, word from said)
       insert into client_words (gym_id, word, id_client) select gym_id, word, id from said`,
    )
    await client.query('update gyms set next_pin = 100001 where id > 0')
    await client.query('vacuum analyze')
    await client.end()
  } finally {
    await postgres.stop()
  }
  return (performance.now() - begun) / 1000
}

/** Makes empty gyms with these ids, each with an owner and three plans. */
export async function insertGyms(client: pg.Client, first: number, last: number): Promise<void> {
  const hash = await hashPassword(benchPassword)
  const these = `between ${first} and ${last}`
  await client.query(
    `insert into gyms (id, name, username, owner) overriding system value
     select n, 'Gimnasio ' || n, 'gimnasio' || n, 'Dueña ' || n from generate_series(${first}, ${last}) n`,
  )
  await client.query(`select setval(pg_get_serial_sequence('gyms', 'id'), ${last})`)
  await client.query(`insert into gym_info (gym_id, name) select id, name from gyms where id ${these}`)
  await client.query(`insert into gym_show_info (gym_id) select id from gyms where id ${these}`)
  // The setup guide is dismissed, as in gyms with years of data.
  await client.query(`insert into gym_guides (gym_id, put_away) select id, true from gyms where id ${these}`)
  await client.query(
    `insert into users (gym_id, name, username, password_hash, id_role) select id, owner, username, $1, 2 from gyms where id ${these}`,
    [hash],
  )
  await client.query(`update gyms g set id_user = u.id from users u where u.gym_id = g.id and g.id ${these}`)
  await client.query(`insert into memberships (gym_id, name, duration_days, price) select id, p.name, p.days, p.price from gyms,
    (values ('Membresía Diaria', 1, 150), ('Membresía Importada', 30, 0), ('Mensual', 30, 1500)) p (name, days, price) where id ${these}`)
  await client.query(
    `insert into clients (gym_id, name, is_anonymous) select id, 'Cliente Anónimo', true from gyms where id ${these}`,
  )
}

async function makeDoors(client: pg.Client): Promise<void> {
  await client.query(
    `insert into devices (gym_id, name, sn, delay, last_seen)
     select ${smallGyms.first} + t / 10, 'Puerta ' || t, 'BENCH' || lpad(t::text, 4, '0'), 10, now() from generate_series(0, ${terminalCount - 1}) t`,
  )
  await client.query(
    `insert into devices (gym_id, name, sn, delay, last_seen) values (1, 'Puerta principal', 'BENCHBIG', 30, now())`,
  )
}

interface BenchGym {
  id: number
  clients: number
  payments: number
  attendances: number
  years?: number
}

/** Fills a gym while triggers are disabled; the caller inserts the rows that they would derive. */
export async function fillGym(
  client: pg.Client,
  { id, clients, payments, attendances, years = 5 }: BenchGym,
): Promise<void> {
  const names = `(array[${lastNames.map((name) => `'${name}'`)}])`
  await client.query(
    `insert into clients (gym_id, id_zkteco, name, phone_number, created_at)
     select ${id}, n, case when n % 5000 = 7 then 'Wenceslao' else (array[${firstNames.map((name) => `'${name}'`)}])[1 + n % 50] end
       || ' ' || ${names}[1 + (n / 50) % 31] || ' ' || ${names}[1 + (n / 1550) % 31], '809-555-0100', now() - interval '5 years' * random()
     from generate_series(1, ${clients}) n`,
  )
  await client.query(
    `insert into membership_payments (gym_id, number, id_client, id_user, party_name, user_name, id_membership, name, price, duration_days, start_date, end_date, payment_date)
     select ${id}, row_number() over (order by d.day, n), c.id, u.id, c.name, u.name, m.id, m.name, m.price, 30, d.day, d.day + 30, d.day
     from generate_series(0, ${payments - 1}) n
       join (select id, name, row_number() over (order by id) - 1 as place from clients where gym_id = ${id} and not is_anonymous) c on c.place = n % ${clients}
       cross join lateral (select current_date - ((n / ${clients}) * 35 + n % 41)::integer as day) d
       cross join (select id, name from users where gym_id = ${id} order by id limit 1) u
       cross join (select id, name, price from memberships where gym_id = ${id} and name = 'Mensual') m`,
  )
  await client.query(`insert into document_numbers (gym_id, kind, last) values (${id}, 'payment', ${payments})`)
  await client.query(
    `insert into attendances (gym_id, id_client, check_in, membership_name, expire_membership)
     select ${id}, c.id, now() - interval '${years} years' * (n::float / ${attendances}), 'Mensual', current_date
     from generate_series(1, ${attendances}) n
       join (select id, row_number() over (order by id) - 1 as place from clients where gym_id = ${id} and not is_anonymous) c on c.place = (n * 7919::bigint) % ${clients}`,
  )
}

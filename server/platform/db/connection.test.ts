// What a connection is, whatever the database, its owner or the line would have it be.

import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { Caller } from '../../testing/api.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeClient, makeGym } from '../../testing/factories.ts'
import { FaultyProxy } from '../../testing/faulty-proxy.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { TransactionPooler } from '../../testing/transaction-pooler.ts'
import { applySessionSettings } from './connection.ts'
import { openDatabase } from './database.ts'
import { openOwnersPool } from './pools.ts'

const app = await openTestApp()
const gym = await makeGym(app)

test('connection: overrides database settings that change what is read or written', async () => {
  const made = await makeClient(gym, { name: 'José Ñáñez', birth_date: '1990-12-31' })
  const settings = {
    TimeZone: 'Asia/Tokyo',
    DateStyle: 'German, DMY',
    IntervalStyle: 'sql_standard',
    client_encoding: 'LATIN1',
    search_path: 'pg_catalog',
    default_transaction_read_only: 'on',
    default_transaction_isolation: 'serializable',
  }
  await asOwner(app, async (owner) => {
    const { rows } = await owner.query('select current_database() as name')
    for (const [name, value] of Object.entries(settings))
      await owner.query(`alter database ${rows[0].name} set ${name} = '${value.replace(', ', "', '")}'`)
  })
  const second = await startSecondServer(app)
  const there = new Caller(second.app, gym.admin.token)
  expect(await there.call('clients.read', { params: { id_client: made.id } })).toEqual(made)
  const again = await there.call('clients.create', { body: { name: 'Íñigo Ö', birth_date: '1991-01-02' } })
  expect(again).toMatchObject({ name: 'Íñigo Ö', birth_date: '1991-01-02' })
  expect(again.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  await second.close()
})

test('a database that says nothing is answered for in time, and served again when it speaks', {
  tags: ['deep'],
}, async () => {
  const line = await FaultyProxy.to(app.database.address)
  const second = await startSecondServer(app, { address: line.address, limit: 2000 })
  const there = new Caller(second.app, gym.admin.token)
  const edit = () => there.try('clients.create', { body: { name: 'Nueva' } })
  const list = () => there.try('clients.list')
  expect([(await edit()).status, (await list()).status]).toEqual([201, 200])
  line.swallow()
  const refused = await Promise.all([edit(), list()])
  expect(refused.map(({ status }) => status)).toEqual([503, 503])
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
  expect((await second.app.inject('/ready')).json()).toEqual({ detail: 'La base de datos no responde.' })
  line.deliver()
  await expect.poll(async () => [(await edit()).status, (await list()).status]).toEqual([201, 200])
  await second.close()
  await line.close()
})

test('connection: refuses a pooler in transaction mode before any change, accepts session mode', async () => {
  const { database } = app.database.address as { database: string } // as startTestApp opened it
  const pooler = await TransactionPooler.before(inject('postgres'), database)
  await expect(openDatabase({ connectionString: pooler.url }, null)).rejects.toThrow('pool_mode = session')
  await pooler.close()
  const line = await FaultyProxy.to(app.database.address)
  const { host, port, user } = line.address
  const opened = await openDatabase({ connectionString: `postgres://${user}@${host}:${port}/${database}` }, null)
  expect((await opened.platform.query('select current_user')).rows).toEqual([{ current_user: 'torniquete_server' }])
  await opened.close()
  await line.close()
})

test.each([
  ['role', 'reset role'],
  ['TimeZone', "set timezone = 'Asia/Tokyo'"],
  ['DateStyle', 'reset datestyle', "set datestyle = 'German'"],
  ['default_transaction_read_only', 'set default_transaction_read_only = off'],
  ['row_security', 'set row_security = off'],
  ['lock_timeout', 'reset lock_timeout'],
])('connection: refused if %s does not stay as set', async (name, ...undo) => {
  const client = new pg.Client(app.database.address)
  await client.connect()
  const ask = client.query.bind(client) as (query: unknown) => Promise<unknown> // the driver has an overload for each use
  // Acts like a pooler that hands the next statement to a cleaned connection.
  const forgetful = Object.assign(Object.create(client) as pg.Client, {
    query: async (query: unknown) => {
      const answer = await ask(query)
      for (const statement of undo) await ask(statement)
      return answer
    },
  })
  const settled = applySessionSettings(forgetful, { pipeline: true, readOnly: true, asServer: true })
  const complaint = name === 'role' ? 'no trabaja como torniquete_server' : name
  await expect(settled.finally(() => client.end())).rejects.toThrow(complaint)
})

test('connection: after a column changed its type each connection fails at most once', async () => {
  const read = async () => (await gym.admin.try('memberships.list')).status
  // Often enough to be prepared.
  for (let count = 0; count < 20; count += 1) expect(await read()).toBe(200)
  await asOwner(app, async (owner) => {
    await owner.query('set default_transaction_read_only = off')
    await owner.query('alter table public.memberships alter column duration_days type bigint')
  })
  const statuses = [await read(), await read(), await read(), await read(), await read(), await read(), await read()]
  expect(statuses).toContain(503)
  expect(statuses.at(-1)).toBe(200)
})

test('a connection that the database ends while it says goodbye takes nothing down', async () => {
  const pool = openOwnersPool(app.database.address)
  const client = await pool.connect()
  client.release()
  await pool.end()
  expect(() => client.emit('error', new Error('terminating connection due to administrator command'))).not.toThrow()
})

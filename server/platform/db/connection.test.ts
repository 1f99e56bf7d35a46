// Session settings of a connection are the same, whatever the database, its owner or a pooler prescribe.
import pg from 'pg'
import { expect, test } from 'vitest'
import { Caller } from '../../testing/api-caller.ts'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { makeClient, makeGym } from '../../testing/factories.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { applySessionSettings } from './connection.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

test('connection: overrides database settings that would change what is read or written', async () => {
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
  await runAsTableOwner(app, async (owner) => {
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

test.each([
  ['role', 'reset role'],
  ['TimeZone', "set timezone = 'Asia/Tokyo'"],
  ['DateStyle', 'reset datestyle', "set datestyle = 'German'"],
  ['default_transaction_read_only', 'set default_transaction_read_only = off'],
  ['row_security', 'set row_security = off'],
  ['lock_timeout', 'reset lock_timeout'],
])('connection: refused if the setting %s does not keep its value', async (name, ...undo) => {
  const client = new pg.Client(app.database.address)
  await client.connect()
  const ask = client.query.bind(client) as (query: unknown) => Promise<unknown> // cast: the driver has overloads
  // Acts like a pooler that resets the settings after each statement.
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

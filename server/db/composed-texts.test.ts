// Names that were stored with letters in pieces are like others after the migration that composes them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { makeClient, makeExpense, makeGym, makePlan } from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { openOwnersPool } from './connection.ts'
import { migrationsFolder } from './database.ts'
import { migrate } from './migrate.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const file = '0100-letters-in-one-piece.sql'
const inPieces = (text: string) => text.normalize('NFD')

async function migrateAgain(): Promise<string[]> {
  const pool = openOwnersPool(app.database.address)
  try {
    await asOwner(app, (owner) => owner.query('delete from migrations where name = $1', [file]))
    return await migrate(pool, migrationsFolder())
  } finally {
    await pool.end()
  }
}

test('an ñ in two pieces stands behind the n, many go in pieces, and the history says nothing of it', {
  tags: ['deep'],
}, async () => {
  const gym = await makeGym(app)
  const own = gym.gym.id
  const [client, expense] = [await makeClient(gym, { name: 'x' }), await makeExpense(gym)]
  const plan = await makePlan(gym, { name: 'x' })
  const { id: last } = await makeClient(gym, { name: 'Nz' })
  await asOwner(app, async (owner) => {
    await owner.query("select set_config('app.gym_id', $1, false)", [String(own)])
    const set = (table: string, column: string, id: number, text: string) =>
      owner.query(`update ${table} set ${column} = $1 where gym_id = $2 and id = $3`, [inPieces(text), own, id])
    await set('clients', 'name', client.id, 'Ñandú')
    await set('expenses', 'description', expense.id, 'Peña')
    await set('memberships', 'name', plan.id, 'Señal')
    await owner.query(
      `insert into clients (gym_id, name) select $1::integer, $2::text || ' ' || n from generate_series(1, 1100) n`,
      [own, inPieces('José')],
    )
  })
  const told = (await gym.admin.call('history.list')).total
  const inOrder = async () => {
    const found = await gym.admin.call('clients.search', { params: { name: 'n' } })
    return found.map(({ id }) => id).filter((id) => [client.id, last].includes(id))
  }
  expect(await inOrder()).toEqual([client.id, last])
  expect(await migrateAgain()).toEqual([file])
  expect(await inOrder()).toEqual([last, client.id])
  const { rows } = await asOwner(app, (owner) =>
    owner.query(
      `select count(distinct xmin::text)::integer as pieces, bool_and(name is nfc normalized) as composed from clients
       where gym_id = ${own} and name like 'José%'`,
    ),
  )
  expect(rows).toEqual([{ pieces: 3, composed: true }])
  expect((await gym.admin.call('expenses.read', { params: { id: expense.id } })).description).toBe('Peña')
  expect((await gym.admin.call('memberships.read', { params: { id_membership: plan.id } })).name).toBe('Señal')
  expect((await gym.admin.call('history.list')).total).toBe(told)
})

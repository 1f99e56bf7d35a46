// An external database that its administrator restored to an earlier moment, whose owner is no superuser. No file in a
// data folder records the restore.
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Config, readConfig } from '../../config.ts'
import { Caller, logInAs } from '../../testing/api-caller.ts'
import { queryAsOwner } from '../../testing/database-digest.ts'
import {
  makeClient,
  makeGym,
  makeProduct,
  makeSale,
  makeUser,
  type TestGym,
  testPassword,
} from '../../testing/factories.ts'
import { startAppOnDatabase, type TestApp } from '../../testing/test-app.ts'
import { useTemporaryFolder } from '../../testing/test-cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { finishRestoredDatabase } from './backup-commands.ts'

const folder = useTemporaryFolder()
let cluster: EmbeddedPostgres
let admin: pg.Client
beforeAll(async () => {
  cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'cluster'), settings: { fsync: 'off' } })
  admin = new pg.Client(cluster.connection)
  await admin.connect()
  await admin.query('create role dueno login createrole')
  await admin.query('create database gimnasio owner dueno')
})
afterAll(async () => {
  await admin?.end()
  await cluster?.stop()
})

function addressOf(name: string) {
  const { host, port } = cluster.connection
  return { connectionString: `postgres://dueno@/${name}?host=${encodeURIComponent(host)}&port=${port}` }
}
const configOf = (name: string): Config =>
  readConfig({ DATABASE_URL: addressOf(name).connectionString, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' })
const start = (name: string) =>
  startAppOnDatabase(addressOf(name), join(folder, 'data'), { SESSION_SECRET: 'a secret that stays' })

/** Makes one sale and logs a worker in. */
async function live(gym: TestGym, app: TestApp) {
  const product = await makeProduct(gym, { stock: 2 })
  const client = await makeClient(gym, { name: 'Ana' })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)
  const { username } = await makeUser(gym, 'gym_worker', { password: testPassword })
  return { client, sale, token: (await logInAs(app.app, username, testPassword)).token }
}

const said = /^La base de datos sigue desde lo que había el .+ 1,000 más adelante/

test('npm run restored: adjusts numbers and sessions like our own restore', async () => {
  const first = await start('gimnasio')
  const gym = await makeGym(first)
  const before = await live(gym, first)
  await expect(finishRestoredDatabase(configOf('gimnasio'))).rejects.toThrow(
    'En esa base de datos hay un Torniquete en marcha: deténlo y repite npm run restored.',
  )
  await first.close()
  const moment = new Date()
  await admin.query('create database restored template gimnasio owner dueno')

  // A sale and a login after the backup, which the restored database does not contain.
  const second = await start('gimnasio')
  const after = await live({ ...gym, admin: await logInAs(second.app, gym.gym.username, testPassword) }, second)
  await second.close()
  expect((await finishRestoredDatabase(configOf('restored'), moment))[0]).toMatch(said)

  const app = await start('restored')
  try {
    for (const { token } of [before, after])
      expect((await new Caller(app.app, token).try('gym-info.read')).status).toBe(401)
    const own = { ...gym, admin: await logInAs(app.app, gym.gym.username, testPassword) }
    const { gaps } = await own.admin.call('voids.list')
    expect(gaps.find(({ kind }) => kind === 'sale')).toMatchObject({
      first: before.sale.number + 1,
      last: before.sale.number + 1000,
      copied_at: moment.toISOString(),
    })
    const later = await live(own, app)
    expect(later.sale.number).toBe(before.sale.number + 1001)
    expect(later.sale.id).toBeGreaterThan(after.sale.id)
    expect(later.client.id_zkteco).toBeGreaterThan(after.client.id_zkteco ?? 0)
  } finally {
    await app.close()
  }
})

test('npm run restored: a refusal is one line and writes nothing', async () => {
  await expect(finishRestoredDatabase(readConfig({ DATA_DIR: join(folder, 'none') }))).rejects.toThrow(
    /^npm run restored es para una base de datos externa/,
  )
  await expect(finishRestoredDatabase(configOf('gimnasio'), new Date(Date.now() + 60_000))).rejects.toThrow(
    /^Ese momento no ha llegado/,
  )
  await admin.query('create database vacia owner dueno')
  await expect(finishRestoredDatabase(configOf('vacia'))).rejects.toThrow(/no hay ningún Torniquete/)
  const { rows } = await queryAsOwner({ database: { address: addressOf('vacia') } }, `select to_regclass('gyms') as it`)
  expect(rows).toEqual([{ it: null }])
})

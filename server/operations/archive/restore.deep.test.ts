// Commands `backup` and `restore` between data folders and external databases whose owner is no superuser.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Config, readConfig } from '../../config.ts'
import type { DatabaseAddress } from '../../platform/db/connection.ts'
import { FolderImageStore } from '../../platform/storage/file-store.ts'
import { startServer } from '../../running-server.ts'
import { DatabaseDigest, queryAsOwner } from '../../testing/database-digest.ts'
import { makeClient, makeGym, makePayment, makeProduct, makeSale, type TestGym } from '../../testing/factories.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { runWithDatabase, startAppWithCluster, useTemporaryFolder } from '../../testing/test-cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { writeArchiveEntries } from './archive-writer.ts'
import { backUp, restoreFromArchive } from './backup-commands.ts'
import { createArchive } from './create-archive.ts'

/** Returns row count and content hash of each table that is not unlogged, and the last value of each sequence. */
async function digestTables(address: DatabaseAddress): Promise<Record<string, string>> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relpersistence = 'u' and relnamespace = 'public'::regnamespace`,
  )
  const sequences = await client.query(
    `select string_agg(sequencename || ' ' || coalesce(last_value, 0), ',' order by sequencename) as all from pg_sequences where schemaname = 'public'`,
  )
  await client.end()
  const digest = await DatabaseDigest.of({ database: { address } })
  const taken = await digest.take()
  await digest.close()
  for (const { name } of rows) delete taken[name]
  return { ...taken, sequences: sequences.rows[0]?.all }
}

const folder = useTemporaryFolder()
let app: TestApp
let gym: TestGym
let cluster: EmbeddedPostgres
let admin: pg.Client
let made = 0
const file = join(folder, 'copia')
const key = { BACKUP_KEY: 'una clave de prueba' }

const embedded = (name: string, environment = {}) =>
  readConfig({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent', ...environment })

/** Creates an external database and returns the settings of a server that uses it. */
async function external() {
  const name = `gimnasio_${made++}`
  await admin.query(`create database ${name} owner dueno`)
  const { host, port } = cluster.connection
  const connectionString = `postgres://dueno@/${name}?host=${encodeURIComponent(host)}&port=${port}`
  const database = { address: { connectionString } }
  return { ...embedded(name, { DATABASE_URL: connectionString }), database, name }
}

beforeAll(async () => {
  app = await startAppWithCluster(join(folder, 'here'))
  for (gym of [await makeGym(app), await makeGym(app)]) {
    const client = await makeClient(gym, { name: 'José \\N "Pepe"' })
    await makePayment(gym, { id_client: client.id })
    const product = await makeProduct(gym, { stock: 5, min_quantity: 1 })
    const sale = await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)
    await gym.admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'Era otra cosa' } })
    await new FolderImageStore(app.dataDir).put(gym.gym.id, 'clients', 'a.webp', Buffer.from(`of ${gym.gym.id}`))
  }
  await backUp(embedded('here', key), file)
  cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'cluster'), settings: { fsync: 'off' } })
  admin = new pg.Client(cluster.connection)
  await admin.connect()
  await admin.query('create role dueno login createrole')
}, 120_000)
afterAll(async () => {
  await app?.close()
  await admin?.end()
  await cluster?.stop()
}, 60_000)

/** Tables that a restore changes itself, so that they differ from the archive. */
const changedByRestore = ['document_numbers', 'gym_info', 'gyms', 'history', 'notifications', 'sequences', 'users']
const unchanged = (rows: Record<string, string>) =>
  Object.fromEntries(Object.entries(rows).filter(([name]) => !changedByRestore.includes(name)))
const listImages = ({ dataDir }: Config) => readdirSync(join(dataDir, 'images'), { recursive: true }).sort()
const tablesIn = async (config: Awaited<ReturnType<typeof external>>) =>
  (await queryAsOwner(config, `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`))
    .rows

/** Query that lists triggers and row-level security of all tables. */
const guards = `
  select c.relname::text, c.relrowsecurity, c.relforcerowsecurity,
    array(select t.tgname || ' ' || t.tgenabled::text from pg_trigger t where t.tgrelid = c.oid and not tgisinternal order by 1) as triggers
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`

test('restore: rows and pictures are the same in an external database and back in a data folder', async () => {
  const before = await digestTables(app.database.address)
  const there = { ...(await external()), ...key }
  expect(await restoreFromArchive(there, file)).toEqual([
    expect.stringMatching(/^Restaurado en la base de datos de DATABASE_URL lo que había el .+, con 2 imágenes\./),
    expect.stringMatching(/^Inicia con npm start/),
  ])
  const arrived = await digestTables({ ...cluster.connection, database: there.name })
  expect(unchanged(arrived)).toEqual(unchanged(before))
  expect((await queryAsOwner(there, guards)).rows).toEqual((await queryAsOwner(app, guards)).rows)
  for (const name of ['session-secret', 'biometrics-key'])
    expect(readFileSync(join(there.dataDir, name), 'utf8')).toBe(readFileSync(join(app.dataDir, name), 'utf8'))
  const second = join(folder, 'second')
  expect((await backUp(there, second))[0]).toBe(`Copia terminada: ${second}`)
  const back = embedded('back', key)
  expect((await restoreFromArchive(back, second))[0]).toMatch(/^Restaurado en .+, con 2 imágenes\./)
  expect(readdirSync(back.dataDir).sort()).toEqual([
    'biometrics-key',
    'images',
    'postgres',
    'session-secret',
    'torniquete.lock.sqlite',
  ])
  expect(unchanged(await runWithDatabase(back.dataDir, digestTables))).toEqual(unchanged(before))
  expect(listImages(back)).toEqual(listImages(embedded('here')))
  await expect(restoreFromArchive(there, file)).rejects.toThrow(/^La base de datos de DATABASE_URL no está vacía/)
  await expect(restoreFromArchive(back, file)).rejects.toThrow(/^La carpeta .+ no está vacía/)
}, 240_000)

test('backup: contains rows committed before its snapshot, and no picture deleted since', async () => {
  const row = `into images (gym_id, folder, name, type, token, bytes) values (${gym.gym.id}, 'clients', 'b.webp', 'image/webp', 'x', 1)`
  await queryAsOwner(app, `insert ${row}`)
  const before = await digestTables(app.database.address)
  const images = new FolderImageStore(app.dataDir)
  const source = { address: app.database.address, images, dataDir: app.dataDir }
  const selling = async function* (signal: AbortSignal) {
    const archive = createArchive(source, signal)
    const first = await archive.next()
    const product = await makeProduct(gym, { stock: 5 })
    await makeSale(gym, [{ id_product: product.id, quantity: 1 }])
    await queryAsOwner(app, "delete from images where name = 'b.webp'")
    const rewriting = queryAsOwner(app, 'set lock_timeout = 50; alter table voids alter number type numeric')
    await expect(rewriting).rejects.toThrow(/lock timeout/)
    if (!first.done) yield first.value
    return yield* archive
  }
  const beside = join(folder, 'beside')
  const { manifest } = await writeArchiveEntries(selling, beside, { phrase: undefined })
  expect(manifest.unread).toBeUndefined()
  const into = embedded('beside-into')
  await restoreFromArchive(into, beside)
  expect(unchanged(await runWithDatabase(into.dataDir, digestTables))).toEqual(unchanged(before))
  expect(listImages(into)).toContain(`${gym.gym.id}/clients/a.webp`)
}, 180_000)

test('restore: a refused archive leaves data folder and database unchanged', async () => {
  const whole = readFileSync(file)
  const cut = join(folder, 'cut')
  writeFileSync(cut, whole.subarray(0, whole.length * 0.7))
  const [there, into] = [{ ...(await external()), ...key }, embedded('refused', key)]
  const empty = { ...embedded('empty', key), dataDir: mkdtempSync(join(folder, 'empty-')) }
  for (const config of [there, into, empty]) {
    await expect(restoreFromArchive(config, cut)).rejects.toThrow(
      `${cut} no es una copia entera: está cortado o dañado.`,
    )
    await expect(restoreFromArchive({ ...config, BACKUP_KEY: 'otra clave de prueba' }, file)).rejects.toThrow(
      /^BACKUP_KEY no es/,
    )
  }
  expect([existsSync(into.dataDir), existsSync(there.dataDir), readdirSync(empty.dataDir)]).toEqual([false, false, []])
  expect(await tablesIn(there)).toEqual([])
}, 120_000)

test('restore: after an interrupted restore no server starts, and the next restore starts over', async () => {
  const into = embedded('killed', key)
  // Simulates a killed restore whose PostgreSQL process is still running.
  const orphan = await startEmbeddedPostgres({ dataDir: join(into.dataDir, 'restore.unfinished') })
  mkdirSync(join(into.dataDir, 'images'))
  writeFileSync(join(into.dataDir, 'restore.unfinished/taken-names'), 'images\npostgres')
  await expect(startServer({ ...into, PORT: 0, HOST: '127.0.0.1' })).rejects.toThrow(/quedó a medias una restauración/)
  await expect(backUp(into, join(folder, 'none'))).rejects.toThrow(/quedó a medias una restauración/)
  await restoreFromArchive(into, file)
  await orphan.exited
  expect(readdirSync(into.dataDir)).not.toContain('restore.unfinished')

  const there = { ...(await external()), ...key }
  await queryAsOwner(
    there,
    'create schema torniquete_import; create table half (id integer); create type user_record as (name text)',
  )
  await expect(startServer({ ...there, PORT: 0, HOST: '127.0.0.1' })).rejects.toThrow(/restauración sin terminar/)
  await expect(backUp(there, join(folder, 'none'))).rejects.toThrow(/restauración sin terminar/)
  await restoreFromArchive(there, file)
  expect((await tablesIn(there)).length).toBeGreaterThan(20)
}, 240_000)

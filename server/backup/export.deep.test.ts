// What is stored goes from one database to another and back: the one that comes along, and an external one whose owner is no
// superuser, as on a managed cluster.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { openOwnersPool } from '../db/connection.ts'
import { migrationsFolder } from '../db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { filesIn, migrate } from '../db/migrate.ts'
import { startServer } from '../running-server.ts'
import { FileStore } from '../storage/file-store.ts'
import { asOwner } from '../testing/digest.ts'
import { asOwnerOf, type External, tellOtherwise } from '../testing/exports.ts'
import {
  password as adminPassword,
  makeClient,
  makeExpense,
  makeGym,
  makePayment,
  makeProduct,
  makeSale,
  type TestGym,
} from '../testing/factories.ts'
import { dropFolder, newFolder, startOwnCluster, withDatabaseOf } from '../testing/own-cluster.ts'
import { storedRows } from '../testing/stored-rows.ts'
import { masterPassword, type TestApp } from '../testing/test-app.ts'
import { writeArchive, writeBackup } from './back-up.ts'
import { backUp, exportTo, importFrom, restore } from './commands.ts'
import { dropLeft, exportOf } from './export-archive.ts'
import { importArchive } from './import-archive.ts'

let folder: string
let app: TestApp
let gym: TestGym
/** A cluster whose databases belong to `dueno`, who is no superuser. */
let cluster: EmbeddedPostgres
let admin: pg.Client
let made = 0

beforeAll(async () => {
  folder = newFolder()
  app = await startOwnCluster(join(folder, 'here'))
  for (gym of [await makeGym(app), await makeGym(app)]) {
    const client = await makeClient(gym, { name: 'José \\N "Pepe"' })
    await makePayment(gym, { id_client: client.id })
    const product = await makeProduct(gym, { stock: 5, min_quantity: 1 })
    const sale = await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)
    await gym.admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'Era otra cosa' } })
    await makeExpense(gym)
    await new FileStore(app.dataDir).put(gym.gym.id, 'clients', 'a.webp', Buffer.from(`of ${gym.gym.id}`))
  }
  cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'cluster'), settings: { fsync: 'off' } })
  admin = new pg.Client(cluster.connection)
  await admin.connect()
  await admin.query('create role dueno login createrole')
}, 120_000)
afterAll(async () => {
  await app?.close()
  await admin?.end()
  await cluster?.stop()
  dropFolder(folder)
}, 60_000)

/** The settings of a product whose database is an external one, new and empty. */
async function external(): Promise<Config & External> {
  const name = `gimnasio_${made++}`
  await admin.query(`create database ${name} owner dueno`)
  const { host, port } = cluster.connection
  const connectionString = `postgres://dueno@/${name}?host=${encodeURIComponent(host)}&port=${port}`
  const config = readConfig({ DATABASE_URL: connectionString, DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' })
  return { ...config, address: { connectionString } }
}

const embedded = (name: string) => readConfig({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' })
const storedIn = (config: Config) => withDatabaseOf(config.dataDir, storedRows)
const imagesOf = (config: Config) => readdirSync(join(config.dataDir, 'images'), { recursive: true }).sort()

/** Which triggers fire, and whom row-level security holds for. */
const standing = `
  select c.relname::text, c.relrowsecurity, c.relforcerowsecurity,
    array(select t.tgname || ' ' || t.tgenabled::text from pg_trigger t where t.tgrelid = c.oid and not tgisinternal order by 1) as triggers
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`
const restorations = `select count(*)::int from history where changes ? 'restored_from'`

/** What the return of a copy tells and moves on. */
const told = ['document_numbers', 'gyms', 'history', 'notifications', 'sequences', 'users']
const without = (rows: Record<string, string>, names: string[]) =>
  Object.fromEntries(Object.entries(rows).filter(([name]) => !names.includes(name)))

test('from the database that comes along to an external one and back: the same rows and pictures', {
  timeout: 240_000,
}, async () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  expect(await exportTo(embedded('here'), first)).toEqual([
    `Exportación terminada: ${first}`,
    expect.stringMatching(/^\d+\.\d MB en \d+\.\d s, con \d+ filas y 2 imágenes, sin cifrar \(BACKUP_KEY\)\.$/),
  ])
  const before = await storedRows(app.database.address)
  const there = await external()
  expect(await importFrom(there, first)).toEqual([
    expect.stringMatching(/^Restaurado en la base de datos de DATABASE_URL lo que había el .+, con 2 imágenes\./),
    expect.stringMatching(/^Inicia con npm start/),
  ])
  const arrived = await asSuperuser(there)
  expect(without(arrived, told)).toEqual(without(before, told))
  expect(imagesOf(there)).toEqual(imagesOf(embedded('here')))
  expect(await asOwnerOf(there, standing)).toEqual(
    await asOwner(app, async (owner) => (await owner.query(standing)).rows),
  )
  for (const { id } of [gym.gym, { id: gym.gym.id - 1 }])
    expect(await asOwnerOf(there, `select set_config('app.gym_id', '${id}', false)`, restorations)).toEqual([
      { count: 1 },
    ])
  expect(await backUp(there, second)).toEqual([
    expect.stringMatching(/^Con DATABASE_URL la copia es una exportación/),
    `Exportación terminada: ${second}`,
    expect.stringMatching(/con \d+ filas y 2 imágenes/),
  ])
  const back = embedded('back')
  // As in a container: root finds no program that would make another user of it, and every folder above is passable.
  chmodSync(folder, 0o711)
  vi.stubEnv('PATH', folder)
  await restore(back, second).finally(() => vi.unstubAllEnvs())
  expect(readdirSync(back.dataDir).sort()).toEqual(['images', 'postgres', 'restored.json'])
  expect(await storedIn(back)).toEqual(arrived)
  expect(imagesOf(back)).toEqual(imagesOf(there))
})

test('what is done while it is made is all in it or not at all', { timeout: 180_000 }, async () => {
  const before = await storedRows(app.database.address)
  const file = join(folder, 'beside')
  const source = { images: new FileStore(app.dataDir), address: app.database.address }
  const selling = async function* (signal: AbortSignal) {
    const archive = exportOf(source, signal)
    const begun = await archive.next()
    const product = await makeProduct(gym, { stock: 5 })
    await makeSale(gym, [{ id_product: product.id, quantity: 1 }])
    await expect(exportTo(embedded('here'), join(folder, 'second'))).rejects.toThrow('Ya se está haciendo otra copia.')
    // A table that is written anew meanwhile would seem empty.
    const changing = asOwner(app, (owner) =>
      owner.query(`set lock_timeout = 50; alter table voids alter number type numeric`),
    )
    await expect(changing).rejects.toThrow(/lock timeout/)
    if (!begun.done) yield begun.value
    return yield* archive
  }
  await writeArchive(selling, async () => {}, file, undefined)
  expect(await storedRows(app.database.address)).not.toEqual(before)
  const into = embedded('of-before')
  await importFrom(into, file)
  expect(await storedIn(into)).toEqual(before)
})

test('one that is sealed opens with its key alone, and one that was cut or altered leaves nothing behind', {
  timeout: 240_000,
}, async () => {
  const key = { BACKUP_KEY: 'una clave de prueba, larga' }
  const [sealed, plain, damaged] = ['sealed', 'plain', 'damaged'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await exportTo({ ...embedded('here'), ...key }, sealed)
  await exportTo(embedded('here'), plain)
  expect(readFileSync(sealed).includes('torniquete.json')).toBe(false)
  const there = await external()
  const [into, images] = [embedded('damaged-into'), join(there.dataDir, 'images')]
  await expect(importFrom(there, sealed)).rejects.toThrow(`${sealed} está cifrado: indica su clave en BACKUP_KEY.`)
  await expect(importFrom({ ...there, ...key }, plain)).rejects.toThrow('no está cifrado: quita BACKUP_KEY')
  const whole = readFileSync(plain)
  const altered = Buffer.from(whole)
  // In the middle of the rows.
  for (let at = whole.length >> 1; at < (whole.length >> 1) + 16; at++)
    altered.writeUInt8(altered.readUInt8(at) ^ 0xa5, at)
  for (const content of [whole.subarray(0, whole.length * 0.7), altered]) {
    writeFileSync(damaged, content)
    await expect(importFrom(there, damaged)).rejects.toThrow('no es una copia entera: está cortado o dañado.')
    expect(await tablesIn(there)).toEqual([])
  }
  writeFileSync(damaged, whole.subarray(0, whole.length - 1))
  await expect(importFrom(into, damaged)).rejects.toThrow('no es una copia entera: está cortado o dañado.')
  expect([readdirSync(into.dataDir), readdirSync(there.dataDir)]).toEqual([[], []])
  await importFrom({ ...there, ...key }, sealed)
  expect(readdirSync(images).length).toBe(2)
})

test('what does not hold what it says of a table is refused, whole as it is', async () => {
  const [file, other] = [join(folder, 'told'), join(folder, 'told-otherwise')]
  await exportTo(embedded('here'), file)
  await tellOtherwise(file, other)
  const there = await external()
  await expect(importFrom(there, other)).rejects.toThrow('no es una copia entera: está cortado o dañado.')
  expect(await tablesIn(there)).toEqual([])
})

test('what is newer than the program, not empty, or no export is refused in one line', {
  timeout: 240_000,
}, async () => {
  const [file, newer, copy] = ['plain', 'newer', 'copy'].map((name) => join(folder, name)) as [string, string, string]
  const source = { dataDir: app.dataDir, address: app.database.address }
  await exportTo(embedded('here'), file)
  await asOwner(app, (owner) => owner.query(`insert into migrations (name) values ('9999-later.sql')`))
  await exportTo(embedded('here'), newer)
  await asOwner(app, (owner) => owner.query(`delete from migrations where name = '9999-later.sql'`))
  await writeBackup(source, copy, undefined)
  const [there, into] = [await external(), embedded('refused')]
  for (const config of [there, into])
    await expect(importFrom(config, newer)).rejects.toThrow(
      /^La exportación es de una versión más nueva de Torniquete \(\S+: 9999-later\.sql\)\. Actualiza el programa\.$/,
    )
  await expect(importFrom(into, copy)).rejects.toThrow(`${copy} es una copia y no una exportación: npm run restore`)
  await expect(restore(there, copy)).rejects.toThrow('quita DATABASE_URL e indica DATA_DIR')
  expect([readdirSync(into.dataDir), await tablesIn(there)]).toEqual([[], []])
  await asOwnerOf(there, 'create table notas (id integer)')
  await expect(importFrom(there, file)).rejects.toThrow(/^La base de datos de DATABASE_URL no está vacía \(notas\)/)
  await asOwnerOf(there, 'drop table notas')
  mkdirSync(join(there.dataDir, 'images/7'), { recursive: true })
  await expect(importFrom(there, file)).rejects.toThrow(/ya hay imágenes/)
  await expect(exportTo(there, newer)).rejects.toThrow('no hay nada de Torniquete que exportar')
  await expect(importFrom(embedded('here'), file)).rejects.toThrow(/ya está en uso/)
})

test('an export of an older version goes on to today’s schema', { timeout: 180_000 }, async () => {
  const [file, older, there] = [join(folder, 'older'), await external(), await external()]
  const all = [...filesIn(migrationsFolder()).keys()]
  const pool = openOwnersPool(older.address)
  await migrate(pool, migrationsFolder(), { only: new Set(all.filter((name) => name < '0011')) })
  await pool.query(`
    insert into gyms (name, username, owner) values ('Antes', 'antes', 'Ana');
    select set_config('app.gym_id', max(id)::text, false) from gyms;
    insert into gym_info (gym_id, name) select max(id), 'Antes' from gyms`)
  await pool.end()
  await exportTo(older, file)
  await importFrom(there, file)
  const applied = await asOwnerOf(there, 'select name from migrations order by name')
  expect(applied).toEqual(all.map((name) => ({ name })))
  expect(
    await asOwnerOf(
      there,
      `select g.name, d.gym_id is not null as named from gyms g left join door_names d on d.gym_id = g.id where g.id > 0`,
    ),
  ).toEqual([{ name: 'Antes', named: true }])
})

test('one gym goes into an external database that no server works with', { timeout: 180_000 }, async () => {
  const [file, newer, other] = ['gym', 'newer-gym', 'other-gym'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await exportTo(embedded('here'), file, undefined, gym.gym.id)
  await asOwner(app, (owner) => owner.query(`insert into migrations (name) values ('9999-later.sql')`))
  await exportTo(embedded('here'), newer, undefined, gym.gym.id)
  await asOwner(app, (owner) => owner.query(`delete from migrations where name = '9999-later.sql'`))
  const there = await external()
  const server = new pg.Client({ ...there.address, application_name: 'torniquete' })
  await server.connect()
  await expect(importFrom(there, file)).rejects.toThrow(/hay un Torniquete en marcha: deténlo/)
  await server.end()
  await expect.poll(() => serversIn(nameIn(there))).toBe(0)
  await expect(importFrom(there, newer)).rejects.toThrow(/^El gimnasio se exportó con otra versión de Torniquete/)
  expect(await tablesIn(there)).toEqual([])
  await tellOtherwise(file, other)
  await expect(importFrom(there, other)).rejects.toThrow('no es una copia entera: está cortado o dañado.')
  await asOwnerOf(
    there,
    // Whoever starts meanwhile waits for the lock of the migrations, as after a copy's return.
    `create function refuse() returns trigger language plpgsql as $$ begin
       raise 'refused, and a start is held up: %', exists (
         select from pg_locks where locktype = 'advisory' and objid = 7200 and pid = pg_backend_pid() and granted);
     end $$`,
    'create trigger refused before insert on history for each row execute function refuse()',
    `select setval('gyms_id_seq', 50)`,
  )
  await expect(importFrom(there, file)).rejects.toThrow('refused, and a start is held up: t')
  expect(readdirSync(there.dataDir, { recursive: true })).toEqual(['images'])
  await asOwnerOf(there, 'drop function refuse() cascade')
  expect((await importFrom(there, file))[1]).toContain(`Es el gimnasio ${gym.gym.name}`)
  expect(imagesOf(there)).toContain(`${gym.gym.id}/clients/a.webp`)
  expect(await asOwnerOf(there, 'select last_value from gyms_id_seq')).toEqual([{ last_value: '50' }])
  expect(await asOwnerOf(there, `select set_config('app.gym_id', '${gym.gym.id}', false)`, restorations)).toEqual([
    { count: 1 },
  ])
  expect(await asOwnerOf(there, standing)).toEqual(
    await asOwner(app, async (owner) => (await owner.query(standing)).rows),
  )
})

test('nobody starts on an import that was cut off, and the next one begins anew', { timeout: 240_000 }, async () => {
  const file = join(folder, 'to-cut')
  await exportTo(embedded('here'), file)
  const there = await external()
  const unfinished = join(there.dataDir, 'restore.unfinished')
  await asOwnerOf(there, 'create schema torniquete_import', `comment on schema torniquete_import is 'this one'`)
  mkdirSync(unfinished, { recursive: true })
  await importArchive(there.address, unfinished, file, undefined)
  renameSync(join(unfinished, 'images'), join(there.dataDir, 'images'))
  const start = () => startServer({ ...there, PORT: 0, HOST: '127.0.0.1', MASTER_PASSWORD: masterPassword })
  await expect(start()).rejects.toThrow(/^En la base de datos hay una importación sin terminar/)
  await expect(exportTo(there, join(folder, 'of-half'))).rejects.toThrow(/importación sin terminar/)
  writeFileSync(join(unfinished, 'images.named'), 'another one')
  await expect(importFrom(there, file)).rejects.toThrow(/ya hay imágenes/)
  await asOwnerOf(there, 'create schema torniquete_import', `comment on schema torniquete_import is 'this one'`)
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, 'images.named'), 'this one')
  await importFrom(there, file)
  expect(readdirSync(there.dataDir)).toEqual(['images'])
  const aside = join(there.dataDir, 'images/.removed')
  mkdirSync(aside)
  const server = await start()
  try {
    expect(existsSync(aside)).toBe(false)
    mkdirSync(aside)
    await asOwnerOf(there, 'select pg_advisory_lock(7209)', async () => {
      await dropLeft(server.database, new FileStore(there.dataDir))
    })
    expect(existsSync(aside)).toBe(true)
    const { username } = gym.gym
    const body = new URLSearchParams({ username, password: adminPassword })
    expect((await fetch(`${server.loopback}/v1/token`, { method: 'POST', body })).status).toBe(200)
  } finally {
    await server.stop()
  }
})

test('what a killed import left in a data folder is stopped and begun anew', { timeout: 180_000 }, async () => {
  const [file, into] = [join(folder, 'to-repeat'), embedded('repeated')]
  await exportTo(embedded('here'), file)
  // As after a kill where the system ends no children with their parent.
  const orphan = await startEmbeddedPostgres({ dataDir: join(into.dataDir, 'restore.unfinished') })
  await importFrom(into, file)
  await orphan.exited
  expect(readdirSync(into.dataDir).sort()).toEqual(['images', 'postgres', 'restored.json'])
})

const serversIn = async (name: string) =>
  (await admin.query(`select from pg_stat_activity where application_name = 'torniquete' and datname = '${name}'`))
    .rowCount

const nameIn = ({ address }: External) => new URL(address.connectionString.replace('@/', '@x/')).pathname.slice(1)
const tablesIn = (config: External) =>
  asOwnerOf(
    config,
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )

const asSuperuser = (config: External) => storedRows({ ...cluster.connection, database: nameIn(config) })

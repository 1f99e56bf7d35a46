// A copy is made beside the product at work, and what is made of it elsewhere is the same.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { FileStore } from '../storage/file-store.ts'
import { asOwner, Digest } from '../testing/digest.ts'
import { makeClient, makeProduct, makeSale, type TestGym } from '../testing/factories.ts'
import { dropFolder, newFolder, startOwnCluster, withDatabaseOf } from '../testing/own-cluster.ts'
import type { TestApp } from '../testing/test-app.ts'
import { makeWorld, uploadImage } from '../testing/world.ts'
import { archiveOf } from './archive.ts'
import { writeBackup } from './back-up.ts'
import { openBaseBackup } from './base-backup.ts'
import { isSound } from './manifest.ts'
import { restoreInto } from './restore.ts'
import { warningsOf } from './warnings.ts'

let app: TestApp
let gym: TestGym
let folder: string
const restored: string[] = []
beforeAll(async () => {
  folder = newFolder()
  app = await startOwnCluster(join(folder, 'data'))
  gym = (await makeWorld(app)).gym
}, 120_000)
afterEach(() => restored.splice(0).forEach(dropFolder))
afterAll(async () => {
  await app.close()
  dropFolder(folder)
}, 60_000)

const source = () => ({ dataDir: app.dataDir, address: app.database.address })

const halves = () => readdirSync(folder).filter((name) => name.endsWith('.partial'))

async function copyOf(name: string): Promise<string> {
  const file = join(folder, name)
  await writeBackup(source(), file, undefined)
  return file
}

async function restoredFrom(file: string): Promise<string> {
  const into = newFolder()
  restored.push(into)
  await restoreInto(into, file, undefined)
  return into
}

/** What is stored for good, by table: the others are empty after every crash. */
async function digestOf(address: TestApp['database']['address']): Promise<Record<string, string>> {
  const digest = await Digest.of({ database: { address } })
  const kept = await asOwner({ database: { address } }, (client) =>
    client.query<{ name: string }>("select relname as name from pg_class where relpersistence = 'p' and relkind = 'r'"),
  )
  const all = await digest.take()
  await digest.close()
  return Object.fromEntries(Object.entries(all).filter(([table]) => kept.rows.some(({ name }) => name === table)))
}

async function imagesIn(dataDir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { gym, folder, name, path } of new FileStore(dataDir).files())
    found[`${gym}/${folder}/${name}`] = (await readFile(path)).toString('base64')
  return found
}

/** Pictures that the database of a folder shows and that are not there whole. */
const lacking = (dataDir: string) =>
  withDatabaseOf(dataDir, async (address) => {
    const { rows } = await asOwner({ database: { address } }, (client) =>
      client.query<{ path: string; bytes: number }>(
        "select concat_ws('/', gym_id, folder, name) as path, bytes from images",
      ),
    )
    expect(rows.length).toBeGreaterThan(0)
    const sizeOf = (path: string) => statSync(join(dataDir, 'images', path), { throwIfNoEntry: false })?.size
    return rows.filter(({ path, bytes }) => sizeOf(path) !== bytes)
  })

test('what a restore makes of a copy is the same in every table and picture, and signs with a secret of its own', {
  timeout: 60_000,
}, async () => {
  // What fingers and faces are sealed with goes along, or nobody could open them any more.
  await gym.admin.call('biometrics.settings')
  const key = readFileSync(join(app.dataDir, 'biometrics-key'), 'utf8')
  const file = await copyOf('plain.tar.gz')
  expect(halves()).toEqual([])
  const into = await restoredFrom(file)
  expect(readFileSync(join(into, 'biometrics-key'), 'utf8')).toBe(key)
  const stored = await digestOf(app.database.address)
  expect(Object.keys(stored).length).toBeGreaterThan(40)
  expect(await withDatabaseOf(into, digestOf)).toEqual(stored)
  const images = await imagesIn(app.dataDir)
  expect(Object.keys(images).length).toBeGreaterThan(0)
  expect(await imagesIn(into)).toEqual(images)
  const secret = readFileSync(join(app.dataDir, 'session-secret'))
  expect(gunzipSync(readFileSync(file)).includes(secret)).toBe(false)
  expect(existsSync(join(into, 'session-secret'))).toBe(false)
})

test('a copy that is made while people sell holds what was there before, and nothing by halves', {
  timeout: 90_000,
}, async () => {
  const product = await makeProduct(gym, { stock: 1000 })
  const client = await makeClient(gym)
  const sell = () => makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)
  const before = [await sell(), await sell()]
  let over = false
  const till = async () => {
    for (let round = 0; !over; round++) {
      await sell()
      const { path } = await uploadImage(gym.admin, 'products')
      if (round % 2 === 0) await gym.admin.call('images.delete', { query: { path } })
    }
  }
  const tills = [till(), till()]
  const file = await copyOf('busy.tar.gz').finally(() => {
    over = true
  })
  await Promise.all(tills)
  const last = await sell()
  const into = await restoredFrom(file)
  const booked = async (client: pg.Client, most: number) => {
    const { rows } = await client.query<{ last: number; digest: string; numbers: number }>(
      `select max(id)::float8 as last, md5(string_agg(s::text || i::text, ',' order by id)) as digest, count(distinct number)::int = max(number) - min(number) + 1 as gapless
       from sales s join sale_items i on i.gym_id = s.gym_id and id_sale = id where id <= $1`,
      [most],
    )
    return rows[0]
  }
  const copied = await withDatabaseOf(into, (address) =>
    asOwner({ database: { address } }, async (client) => {
      const wrong = await client.query(
        'select from products p where quantity <> (select sum(quantity) from stock_movements m where m.gym_id = p.gym_id and id_product = p.id)',
      )
      expect(wrong.rowCount).toBe(0)
      return booked(client, Number.MAX_SAFE_INTEGER)
    }),
  )
  expect(copied?.last).toBeGreaterThanOrEqual(before[1]?.id ?? Number.POSITIVE_INFINITY)
  expect(copied?.last).toBeLessThan(last.id)
  expect(await asOwner(app, (client) => booked(client, copied?.last ?? 0))).toEqual(copied)
  expect(await lacking(into)).toEqual([])
})

test('a picture that is deleted when the database was copied already is in the copy, and then gone', {
  timeout: 60_000,
}, async () => {
  const { path } = await uploadImage(gym.admin, 'clients')
  const stored = join(app.dataDir, 'images', String(gym.gym.id), path.replace('images/', ''))
  const pieces: Buffer[] = []
  for await (const piece of archiveOf(source())) {
    pieces.push(piece)
    if (existsSync(stored) && piece.includes('postgres/backup_manifest'))
      await gym.admin.call('images.delete', { query: { path } })
  }
  expect(existsSync(stored)).toBe(false)
  const file = join(folder, 'deleted.tar.gz')
  writeFileSync(file, gzipSync(Buffer.concat(pieces)))
  expect(await lacking(await restoredFrom(file))).toEqual([])
  expect(readdirSync(join(app.dataDir, 'images'))).not.toContain('.removed')
})

test('a picture that a power cut tore is in no copy as if it were whole, and the copy says so', {
  timeout: 60_000,
}, async () => {
  const { path } = await uploadImage(gym.admin, 'clients')
  const place = `${gym.gym.id}/${path.replace('images/', '')}`
  truncateSync(join(app.dataDir, 'images', place), 1)
  const { manifest } = await writeBackup(source(), join(folder, 'torn.tar.gz'), undefined)
  expect([manifest.lost, isSound(manifest)]).toEqual([[place], true])
  expect(warningsOf(manifest)).toEqual([expect.stringContaining(`súbelas otra vez: images/${place}.`)])
  expect(existsSync(join(await restoredFrom(join(folder, 'torn.tar.gz')), 'images', place))).toBe(false)
  await gym.admin.call('images.delete', { query: { path } })
})

test('a second copy at the same time is refused, and one that fails leaves nothing', { timeout: 60_000 }, async () => {
  const first = Readable.from(archiveOf(source()))
  await first[Symbol.asyncIterator]().next()
  const file = join(folder, 'second.tar.gz')
  await expect(writeBackup(source(), file, undefined)).rejects.toThrow(/^Ya se está haciendo otra copia\.$/)
  first.destroy()
  expect(readdirSync(folder).filter((name) => name.startsWith('second.'))).toEqual([])
  await expect.poll(() => copyOf('second.tar.gz').catch(() => null)).toBe(file)
})

test('a copy that is stopped keeps others out until what it did is undone', async () => {
  const stopped = await openBaseBackup(app.database.address, false)
  stopped.tar.destroy()
  // As long as it would wait for one that was cut off.
  await expect(openBaseBackup(app.database.address, false)).rejects.toThrow('Ya se está haciendo otra copia.')
  await stopped.close()
  const next = await openBaseBackup(app.database.address, false)
  next.tar.destroy()
  await next.close()
})

test('a copy waits for one that was cut off, also where the clock is put right meanwhile', {
  timeout: 60_000,
}, async () => {
  const replication: pg.ClientConfig & { replication: string } = { ...app.database.address, replication: 'true' }
  const cut = new pg.Client(replication)
  await cut.connect()
  await cut.query('CREATE_REPLICATION_SLOT torniquete_backup TEMPORARY PHYSICAL')
  const [begun, file] = [Date.now(), join(folder, 'waited.tar.gz')]
  let hours = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => begun + ++hours * 3_600_000)
  // However long this machine takes.
  const stopwatch = vi.spyOn(performance, 'now').mockReturnValue(0)
  const made = copyOf('waited.tar.gz').catch((error: Error) => error.message)
  try {
    const senders = () =>
      asOwner(app, async (client) => {
        const { rowCount } = await client.query("select from pg_stat_activity where backend_type = 'walsender'")
        return rowCount
      })
    await expect.poll(senders, { timeout: 20_000 }).toBeGreaterThan(1)
  } finally {
    await cut.end()
    expect(await made).toBe(file)
    for (const spy of [clock, stopwatch]) spy.mockRestore()
  }
})

test('a slow copy has the WAL that it needs, however much was written meanwhile', { timeout: 180_000 }, async () => {
  const file = join(folder, 'slow.tar.gz')
  const made = writeBackup({ ...source(), rate: 32e6 }, file, undefined)
  await expect.poll(() => halves().length).toBe(1)
  await asOwner(app, async (client) => {
    await client.query('create table written as select 1 as n')
    for (let turn = 0; turn < 8; turn++) {
      await client.query('insert into written values (2)')
      await client.query('select pg_switch_wal()')
      if (turn % 4 === 3) await client.query('checkpoint')
    }
    await client.query('drop table written')
  })
  await made
  expect(await lacking(await restoredFrom(file))).toEqual([])
})

test('a second copy into the same file leaves the first alone', { timeout: 60_000 }, async () => {
  const file = join(folder, 'same.tar.gz')
  const first = writeBackup({ ...source(), rate: 16e6 }, file, undefined)
  await expect.poll(() => halves().length).toBe(1)
  await expect(copyOf('same.tar.gz')).rejects.toThrow('Ya se está haciendo otra copia.')
  const { bytes } = await first
  expect(statSync(file).size).toBe(bytes)
  await restoredFrom(file)
})

test('what a copy that was killed left beside it is gone after a day, and nothing else', {
  timeout: 60_000,
}, async () => {
  const [left, young, other, made] = [
    'mia.copia.001122',
    'mia.copia.445566',
    'suya.copia.001122',
    'mia.copia.889900',
  ].map((name) => `${name}33.partial`) as [string, string, string, string]
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const name of [left, young, other]) writeFileSync(join(folder, name), '')
  // Somebody's, which ends no copy.
  mkdirSync(join(folder, made))
  for (const name of [left, other, made]) utimesSync(join(folder, name), yesterday, yesterday)
  await copyOf('mia.copia')
  expect(halves().sort()).toEqual([young, made, other])
  for (const name of [young, other, made]) rmSync(join(folder, name), { recursive: true })
})

test('a copy of which nothing is written for long ends, and holds nothing up', { timeout: 60_000 }, async () => {
  const slow = { ...source(), rate: 32_000 }
  await expect(writeBackup(slow, join(folder, 'hung.tar.gz'), undefined, { patience: 500 })).rejects.toThrow(
    'nothing of the copy was written for 0.5 s',
  )
  expect(halves()).toEqual([])
  await expect.poll(() => copyOf('hung.tar.gz').catch(() => null)).toBe(join(folder, 'hung.tar.gz'))
})

test('the database keeps nothing for a copy that is at its pictures, which is the only one still', async () => {
  const slots = () =>
    asOwner(app, async (client) => {
      const { rows } = await client.query<{ kept: boolean }>(
        'select bool_or(restart_lsn is not null) as kept from pg_replication_slots',
      )
      return rows[0]?.kept
    })
  await uploadImage(gym.admin, 'products')
  const seen: unknown[] = []
  for await (const piece of archiveOf(source())) {
    if (piece.includes('postgres/PG_VERSION')) seen.push(await slots())
    if (!seen.includes('refused') && /images\/.{250}ustar/s.test(piece.toString('latin1'))) {
      seen.push(await slots(), await copyOf('third.tar.gz').catch(() => 'refused'))
      expect(readdirSync(join(app.dataDir, 'images'))).toContain('.removed')
    }
  }
  expect(seen).toEqual([true, false, 'refused'])
})

test('a copy says which PostgreSQL its files are of, whichever is installed by now', async () => {
  const file = join(app.dataDir, 'postgres/PG_VERSION')
  const real = readFileSync(file)
  const archive = archiveOf(source())
  writeFileSync(file, '17\n')
  try {
    const pieces = [await archive.next(), await archive.next()].map(({ value }) => String(value))
    expect(pieces.join('')).toContain('"postgres": "17"')
  } finally {
    writeFileSync(file, real)
    await archive.return(undefined as never)
  }
})

test.each([
  ['stopped', async (stop: () => void) => stop()],
  [
    'cut off from the database',
    () => asOwner(app, (client) => client.query('select pg_terminate_backend(pid) from pg_stat_replication')),
  ],
])('a copy that is %s leaves nothing, and the next one is made', { timeout: 60_000 }, async (_, end) => {
  const file = join(folder, 'ended.tar.gz')
  const stopping = new AbortController()
  // So slow that it is under way.
  const slow = { ...source(), rate: 1e6 }
  const made = writeBackup(slow, file, undefined, { signal: stopping.signal }).then(
    () => 'made',
    () => 'ended',
  )
  const isBegun = () => halves().some((name) => statSync(join(folder, name)).size > 0)
  await expect.poll(isBegun).toBe(true)
  await end(() => stopping.abort())
  expect(await made).toBe('ended')
  expect(halves()).toEqual([])
  await expect.poll(() => copyOf('ended.tar.gz').catch(() => null)).toBe(file)
})

// The rows of all tables in one snapshot, by COPY, with the pictures that they show: what goes to another machine, another kind of
// database or another major version of PostgreSQL. Rows come in pieces, since a tar tells a file's length before it.
import type pg from 'pg'
import { type DatabaseAddress, openOwnersPool, socketOf } from '../db/connection.ts'
import { copyOut } from '../db/copy-rows.ts'
import type { Database } from '../db/database.ts'
import { isImporting } from '../db/import-mark.ts'
import { sqlState } from '../db/transaction.ts'
import { Refused } from '../refused.ts'
import type { ImageStore } from '../storage/file-store.ts'
import { version } from '../version.ts'
import { duplicateObject, lockSlot, untilFree } from './base-backup.ts'
import type { ExportHead, ExportManifest } from './export-manifest.ts'
import {
  countStaying,
  listed,
  quoted,
  readGym,
  readMigrations,
  readSequences,
  readTables,
  type Table,
} from './exported-tables.ts'
import { openImageSnapshot } from './image-snapshot.ts'
import { counted, entryOf, jsonEntry } from './make-archive.ts'
import { headName, manifestName, Tally, tablesFolder } from './manifest.ts'
import { gymColumn } from './moved-gym.ts'
import { RowDigest } from './row-digest.ts'
import { endOfTar, type TarEntry, writeEntry } from './tar.ts'

export interface ExportSource {
  /** Null where they stay where they are. */
  images: ImageStore | null
  address: DatabaseAddress
  /** This one alone. */
  gym?: number | undefined
  /** It stays in its installation, beside the key of what is sealed: nothing is left out. */
  whole?: boolean
  log?: ((what: string, error: unknown) => void) | undefined
}

const exportLock = 7209

/** Answers, with its last piece, what went in. `signal` ends it also while nothing is read of it. */
export async function* exportOf(
  { images: store, address, gym, whole, log }: ExportSource,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, ExportManifest> {
  const owner = openOwnersPool(address)
  const client = await owner.connect()
  let claimed = false
  const end = () => void socketOf(client).destroy()
  signal?.addEventListener('abort', end)
  try {
    await claim(client, address)
    claimed = true
    const images = store && (await openImageSnapshot(store, log))
    try {
      const made_at = new Date().toISOString()
      const { head, tables, foreign } = await beginSnapshot(client, gym, whole)
      const tally = new Tally()
      yield* writeEntry(jsonEntry(headName, head), new Date())
      const told: ExportManifest['tables'] = []
      yield* counted(tally, rowsOf(client, tables, gym, told))
      const gyms = gym === undefined ? await readGyms(client) : [gym]
      const left = whole ? { biometrics: 0, channels: 0 } : await countStaying(client, gyms)
      const shown = images ? await picturesShown(client, gyms) : new Map<string, number>()
      await client.query('commit')
      if (images)
        yield* counted(
          tally,
          images.entries({
            gym,
            took: (place) => shown.delete(place),
            leastOf: async ({ gym, folder, name }) => shown.get(`${gym}/${folder}/${name}`) ?? 0,
          }),
        )
      const unread = images?.unread ?? []
      unread.push(...[...shown.keys()].filter((place) => !unread.some((known) => place.startsWith(known))))
      const manifest: ExportManifest = {
        version,
        made_at,
        parts: tally.parts(),
        tables: told,
        ...(unread.length > 0 && { unread }),
        ...(left.biometrics + left.channels > 0 && { left }),
        ...(foreign.length > 0 && { foreign }),
      }
      yield* writeEntry(jsonEntry(manifestName, manifest), new Date())
      yield endOfTar()
      return manifest
    } finally {
      await images?.release()
    }
  } finally {
    signal?.removeEventListener('abort', end)
    if (claimed) await releaseClaim(client, address)
    client.release(true)
    await owner.end()
  }
}

/** One copy at a time, of either kind: what is removed meanwhile is put aside for one. Ends with the connection, if not before. */
async function claim(client: pg.ClientBase, address: DatabaseAddress): Promise<void> {
  // Slots ask for a superuser, and the copies that need them are made of the embedded database alone.
  const take = 'connectionString' in address ? takeLock : takeSlot
  await untilFree(() => take(client)).catch((error) => {
    throw sqlState(error) === duplicateObject ? new Refused('Ya se está haciendo otra copia.') : error
  })
}

const takeSlot = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`select pg_create_physical_replication_slot('${lockSlot}', false, true)`)

const takeLock = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`do $$ begin
    if not pg_try_advisory_lock(${exportLock}) then raise duplicate_object; end if;
  end $$`)

/** The next copy need not wait until the database has noticed. */
async function releaseClaim(client: pg.ClientBase, address: DatabaseAddress): Promise<void> {
  const given = 'connectionString' in address ? 'pg_advisory_unlock_all()' : `pg_drop_replication_slot('${lockSlot}')`
  for (const statement of ['rollback', `select ${given}`]) await client.query(statement).catch(() => {})
}

/** What an export that was killed put aside. While one is made, here or elsewhere, nothing is touched. */
export async function dropLeft({ platform }: Pick<Database, 'platform'>, images: ImageStore): Promise<void> {
  const client = await platform.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${exportLock}) as mine`)
    if (rows[0]?.mine) await images.dropRemoved()
  } finally {
    // With its connection the lock ends, whatever went wrong.
    client.release(true)
  }
}

async function beginSnapshot(
  client: pg.ClientBase,
  id: number | undefined,
  whole: boolean | undefined,
): Promise<{ head: ExportHead; tables: Table[]; foreign: string[] }> {
  // A migration that wrote a table anew meanwhile would have it seem empty. The snapshot is of when all are held.
  const held = (await readTables(client, whole)).tables.map(({ name }) => name)
  await client.query('begin isolation level repeatable read read only')
  if (held.length > 0) await client.query(`lock table ${listed(held)} in access share mode`)
  if (await isImporting(client))
    throw new Refused('En la base de datos hay una importación sin terminar: todavía no hay nada que exportar.')
  const migrations = await readMigrations(client)
  if (!migrations) throw new Refused('En la base de datos no hay nada de Torniquete que exportar.')
  const gym = id === undefined ? undefined : await readGym(client, id)
  const { tables: all, foreign } = await readTables(client, whole)
  const tables = all.filter(({ ofGyms }) => !gym || ofGyms)
  // Asked within the snapshot and not part of it: what was given since is skipped, which harms nobody.
  const sequences = await readSequences(client)
  const named = tables.map(({ name, columns }) => ({ name, columns }))
  const head: ExportHead = { format: 2, version, migrations, tables: named, sequences, ...(gym && { gym }) }
  return { head, tables, foreign }
}

/** As the snapshot has them: `1/clients/….webp`. Of all gyms, or of one. */
async function picturesShown(client: pg.ClientBase, gyms: readonly number[]): Promise<Map<string, number>> {
  const shown = new Map<string, number>()
  for (const gym of gyms) {
    await client.query(`select set_config('app.gym_id', $1, true)`, [String(gym)])
    const { rows } = await client.query<{ place: string; bytes: number }>(
      `select gym_id || '/' || folder || '/' || name as place, bytes from images where gym_id = $1`,
      [gym],
    )
    for (const { place, bytes } of rows) shown.set(place, bytes)
  }
  return shown
}

const readGyms = async (client: pg.ClientBase): Promise<number[]> =>
  (await client.query<{ id: number }>('select id from gyms order by id')).rows.map(({ id }) => id)

/** `told` is filled with what went by. */
async function* rowsOf(
  client: pg.ClientBase,
  tables: Table[],
  only: number | undefined,
  told: ExportManifest['tables'],
): AsyncGenerator<TarEntry> {
  const gyms = only === undefined ? await readGyms(client) : [only]
  for (const { name, columns, secured } of tables) {
    const digest = new RowDigest()
    for (const gym of secured || only !== undefined ? gyms : [null]) {
      await client.query(`select set_config('app.gym_id', $1, true)`, [gym === null ? '' : String(gym)])
      const where = gym === null ? '' : ` where ${gymColumn(name)} = ${gym}`
      const statement = `copy (select ${listed(columns)} from ${quoted(name)}${where}) to stdout`
      let piece = 0
      for await (const rows of copyOut(client, statement, (row) => digest.add(row)))
        yield entryOf(`${tablesFolder}${name}/${gym ?? 'all'}-${piece++}`, rows)
    }
    told.push({ name, rows: digest.rows, digest: String(digest) })
  }
}

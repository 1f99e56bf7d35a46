// The rows of all tables in one snapshot, by COPY, with the pictures that they show: what goes to another machine, another kind of
// database or another major version of PostgreSQL. Rows come in pieces, since a tar tells a file's length before it.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type DatabaseAddress, openOwnersPool, socketOf } from '../db/connection.ts'
import { copyOut } from '../db/copy-rows.ts'
import { isImporting } from '../db/import-mark.ts'
import { sqlState } from '../db/transaction.ts'
import { Refused } from '../refused.ts'
import { version } from '../version.ts'
import { duplicateObject, lockSlot } from './base-backup.ts'
import type { ExportHead, ExportManifest } from './export-manifest.ts'
import { listed, quoted, readMigrations, readSequences, readTables, type Table } from './exported-tables.ts'
import { holdImages } from './held-images.ts'
import { counted, entryOf, jsonEntry } from './make-archive.ts'
import { headName, manifestName, Tally, tablesFolder } from './manifest.ts'
import { RowDigest } from './row-digest.ts'
import { endOfTar, type TarEntry, writeEntry } from './tar.ts'

export interface ExportSource {
  dataDir: string
  address: DatabaseAddress
  /** Bytes a second at most. */
  rate?: number | undefined
  log?: ((what: string, error: unknown) => void) | undefined
}

const exportLock = 7209

/** Answers, with its last piece, what went in. `signal` ends it also while nothing is read of it. */
export async function* exportOf(
  { dataDir, address, rate, log }: ExportSource,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, ExportManifest> {
  const owner = openOwnersPool(address)
  const client = await owner.connect()
  const end = () => void socketOf(client).destroy()
  signal?.addEventListener('abort', end)
  try {
    await claim(client, address)
    const images = await holdImages(dataDir, log)
    try {
      const made_at = new Date().toISOString()
      const { head, tables } = await beginSnapshot(client)
      const tally = new Tally()
      yield* writeEntry(jsonEntry(headName, head), new Date())
      const told: ExportManifest['tables'] = []
      yield* held(counted(tally, rowsOf(client, tables, told)), rate)
      await client.query('commit')
      yield* held(counted(tally, images.entries()), rate)
      const { unread } = images
      const manifest: ExportManifest = {
        version,
        made_at,
        parts: tally.parts(),
        tables: told,
        ...(unread.length > 0 && { unread }),
      }
      yield* writeEntry(jsonEntry(manifestName, manifest), new Date())
      yield endOfTar()
      return manifest
    } finally {
      await images.letGo()
    }
  } finally {
    signal?.removeEventListener('abort', end)
    client.release(true)
    await owner.end()
  }
}

/** One copy at a time, of either kind: what is removed meanwhile is put aside for one. Ends with the connection. */
async function claim(client: pg.ClientBase, address: DatabaseAddress): Promise<void> {
  const taken = new Refused('Ya se está haciendo otra copia.')
  if ('connectionString' in address) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${exportLock}) as mine`)
    if (!rows[0]?.mine) throw taken
    return
  }
  await client
    .query(`select pg_create_physical_replication_slot('${lockSlot}', false, true)`)
    .catch((error: unknown) => {
      throw sqlState(error) === duplicateObject ? taken : error
    })
}

async function beginSnapshot(client: pg.ClientBase): Promise<{ head: ExportHead; tables: Table[] }> {
  await client.query('begin isolation level repeatable read read only')
  if (await isImporting(client))
    throw new Refused('En la base de datos hay una importación sin terminar: todavía no hay nada que exportar.')
  const migrations = await readMigrations(client)
  if (!migrations) throw new Refused('En la base de datos no hay nada de Torniquete que exportar.')
  const tables = await readTables(client)
  // Asked within the snapshot and not part of it: what was given since is skipped, which harms nobody.
  const sequences = await readSequences(client)
  const named = tables.map(({ name, columns }) => ({ name, columns }))
  return { head: { format: 2, version, migrations, tables: named, sequences }, tables }
}

/** `told` is filled with what went by. */
async function* rowsOf(
  client: pg.ClientBase,
  tables: Table[],
  told: ExportManifest['tables'],
): AsyncGenerator<TarEntry> {
  const gyms = (await client.query<{ id: number }>('select id from gyms order by id')).rows
  for (const { name, columns, secured } of tables) {
    const digest = new RowDigest()
    for (const gym of secured ? gyms.map(({ id }) => id) : [null]) {
      await client.query(`select set_config('app.gym_id', $1, true)`, [gym === null ? '' : String(gym)])
      const where = gym === null ? '' : ` where gym_id = ${gym}`
      const statement = `copy (select ${listed(columns)} from ${quoted(name)}${where}) to stdout`
      let piece = 0
      for await (const rows of copyOut(client, statement, (row) => digest.add(row)))
        yield entryOf(`${tablesFolder}${name}/${gym ?? 'all'}-${piece++}`, rows)
    }
    told.push({ name, rows: digest.rows, digest: String(digest) })
  }
}

/** As fast as that, counted over all of it. */
async function* held(pieces: AsyncIterable<Buffer>, rate = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  const begun = performance.now()
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    const early = (bytes / rate) * 1000 - (performance.now() - begun)
    if (early > 1) await pause(early)
    yield piece
  }
}

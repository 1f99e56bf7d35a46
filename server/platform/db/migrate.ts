// Applies the SQL files of a folder in order, under a lock, so that servers starting together take turns. Each file is
// one transaction and waits 1.5 seconds at most for a table lock, so that other sessions do not wait long behind it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { StartRefusal } from '../start-refusal.ts'
import { getSqlState } from './transaction.ts'
import { isDatabaseImportUnfinished } from './unfinished-import.ts'

const lockKey = 7200
/** Longer than one second, after which PostgreSQL cancels an autovacuum that blocks the lock. */
const tableLockTimeoutMs = 1_500

export interface MigrationOptions {
  /** Gets the database's notices, the names of applied files, and a note while waiting for another server. */
  log?: (line: string) => void
  /** Milliseconds after which a file gives up waiting for table locks. */
  timeoutMs?: number
  /** True if an import runs the migration. Any other caller is refused while an import is unfinished. */
  importing?: boolean
  only?: ReadonlySet<string>
}

type MigrationFile = ReturnType<typeof readFiles>[number]
type AppliedFile = { name: string; checksum: string | null }

/** Applies the files that are not applied yet and returns their names. */
export async function migrate(
  pool: Pool,
  folder: string,
  { log = () => {}, timeoutMs = 60_000, importing = false, only }: MigrationOptions = {},
): Promise<string[]> {
  const client = await pool.connect()
  let noticePrefix = ''
  client.on('notice', ({ message }) => log(`${noticePrefix}${message}`))
  try {
    await lockMigrations(client, log)
    if (!importing && (await isDatabaseImportUnfinished(client)))
      throw new StartRefusal(
        'En la base de datos hay una restauración sin terminar: espera a que termine, o repite npm run restore -- ARCHIVO.',
      )
    const files = readFiles(folder)
    const applied = await readApplied(client)
    requireKnown(files, applied)
    const pending = files.filter(({ name }) => !applied.some((file) => file.name === name) && (only?.has(name) ?? true))
    for (const file of pending) {
      noticePrefix = `${file.name}: `
      if (applied.length > 0) log(`La base de datos se actualiza: ${file.name}`)
      await applyFile(client, file, timeoutMs)
    }
    return pending.map(({ name }) => name)
  } finally {
    // Unlocks explicitly, because otherwise the next server would wait until the connection is closed.
    await unlockMigrations(client)
    client.release(true)
  }
}

export async function lockMigrations(client: PoolClient, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lockKey}) as mine`)
  if (rows[0]?.mine) return
  log('Otro servidor actualiza la base de datos; se espera a que termine.')
  await client.query(`select pg_advisory_lock(${lockKey})`)
}

export const unlockMigrations = (client: PoolClient): Promise<unknown> =>
  client.query(`select pg_advisory_unlock(${lockKey})`).catch(() => {})

/** Lists the migration files of this version, with the checksum of each name. */
export const readMigrationChecksums = (folder: string): Map<string, string> =>
  new Map(readFiles(folder).map(({ name, checksum }) => [name, checksum]))

export const listCreatedRelations = (folder: string): string[] =>
  readFiles(folder).flatMap(({ text }) =>
    [...text.matchAll(/^create (?:unlogged )?(?:table|sequence) (\w+)/gm)].map(([, name = '']) => name),
  )

const readFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
    .map((name) => {
      // Git may convert line ends at checkout, so the checksum ignores these.
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

async function readApplied(client: PoolClient): Promise<AppliedFile[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.migrations') is not null as exists`,
  )
  if (!rows[0]?.exists)
    await client.query(
      'create table migrations (name text primary key, applied_at timestamptz not null default now(), checksum text)',
    )
  return (await client.query<AppliedFile>('select name, checksum from migrations order by name')).rows
}

/** Refuses a database of a pre-release, of a newer version, or made by files that were edited since. */
function requireKnown(files: MigrationFile[], applied: AppliedFile[]): void {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]))
  const unknown = applied.map(({ name }) => name).filter((name) => !checksums.has(name))
  // Files of the pre-releases were named `0001-…`.
  if (unknown.some((name) => /^\d{4}-/.test(name)))
    throw new StartRefusal(
      'La base de datos es de una versión de prueba, anterior a Torniquete 1.0.0, y no se puede actualizar: empieza con una base de datos nueva.',
    )
  if (unknown.length > 0)
    throw new StartRefusal(
      `La base de datos es de una versión más nueva de Torniquete (${unknown.join(', ')}). Actualiza el programa.`,
    )
  const edited = applied.filter(({ name, checksum }) => checksums.get(name) !== checksum)
  if (edited.length > 0)
    throw new StartRefusal(
      `La base de datos se hizo con otro contenido de ${edited.map(({ name }) => name).join(', ')}: instala de nuevo la versión completa del programa.`,
    )
}

async function applyFile(client: PoolClient, { name, text, checksum }: MigrationFile, timeoutMs: number) {
  for (const begun = performance.now(); ; await pause(tableLockTimeoutMs)) {
    try {
      await client.query(`begin; set local lock_timeout = ${tableLockTimeoutMs}`)
      await client.query(text)
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const isLockTimeoutOrDeadlock = ['55P03', '40P01'].includes(getSqlState(error))
      if (!isLockTimeoutOrDeadlock) throw error
      if (performance.now() - begun + tableLockTimeoutMs > timeoutMs)
        throw new StartRefusal(
          `La actualización ${name} no consiguió su turno en ${Math.round(timeoutMs / 1000)} s: algo ocupa la base de datos. Ciérralo e inicia de nuevo.`,
          { cause: error },
        )
    }
  }
}

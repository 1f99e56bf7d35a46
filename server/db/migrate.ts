// Forward only, numbered, under a lock so that servers starting together take turns. A file is one transaction that waits
// for no lock longer than a second, so that nobody queues behind it; or, where its first line says so, a transaction for each
// paragraph: for indexes that are built while their table is used, and for tables that are written anew one by one.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { isImporting } from './import-mark.ts'

const lockKey = 7200
const turnEvery = 200
/**
 * Milliseconds that a migration waits for one lock before it lets everybody through, and as long then. Longer than the second
 * after which PostgreSQL sends an autovacuum away that is in somebody's way.
 */
const lockPatience = 1_500
/** Milliseconds that one file is tried for. */
const filePatience = 60_000
const outside = '-- outside a transaction'

/** Why the database is not taken as it is; its message is for the operator, in Spanish. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

export interface MigrationOptions {
  /** Takes a line of what the database notices, and of whom it is waited for. */
  log?: (line: string) => void
  /** Milliseconds that one file is tried for. */
  patience?: number
  /** It is done for an import: whoever else comes is refused. */
  importing?: boolean
  /** These files alone. */
  only?: ReadonlySet<string>
}

const halfImported =
  'En la base de datos hay una restauración sin terminar: espera a que termine, o repite npm run restore -- ARCHIVO.'

interface File {
  name: string
  text: string
  checksum: string
  /** The number of the last file that a server must know to work beside this one. */
  beside: string | null
}

interface Applied {
  name: string
  checksum: string | null
  beside: string | null
}

/** Brings the database to what the folder says and answers the files that were applied. */
export async function migrate(
  pool: Pool,
  folder: string,
  { log = () => {}, patience = filePatience, importing = false, only }: MigrationOptions = {},
): Promise<string[]> {
  const client = await pool.connect()
  let current = ''
  client.on('notice', ({ message }) => log(`${current}${message}`))
  const applied: string[] = []
  try {
    await lockMigrations(client, log)
    if (!importing && (await isImporting(client))) throw new MigrationRefused(halfImported)
    const files = readFiles(folder)
    const done = await knownTo(client)
    judge(files, done)
    await note(client, files, done)
    const names = new Set(done.map(({ name }) => name))
    const pending = files.filter(({ name }) => !names.has(name) && (only?.has(name) ?? true))
    if (pending.length > 0 && done.length > 0) await analyzeUnanalyzedTables(client)
    for (const file of pending) {
      current = `${file.name}: `
      if (done.length > 0) log(`La base de datos se actualiza: ${file.name}`)
      await (file.text.startsWith(outside) ? applyOutside : apply)(client, file, patience)
      applied.push(file.name)
    }
    return applied
  } finally {
    // Not left to the connection's end, which the next one would not wait for.
    await unlockMigrations(client)
    client.release(true)
  }
}

/** Asked again and again: a statement that waits would be waited for by an index that is built meanwhile. */
export async function lockMigrations(client: PoolClient, log: (line: string) => void): Promise<void> {
  for (let told = false; ; told = true) {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lockKey}) as mine`)
    if (rows[0]?.mine) return
    if (!told) log('Otro servidor actualiza la base de datos; se espera a que termine.')
    await pause(turnEvery)
  }
}

export const unlockMigrations = (client: PoolClient): Promise<unknown> =>
  client.query(`select pg_advisory_unlock(${lockKey})`).catch(() => {})

/** What this program brings: its files by their names, with what each holds by its hash. */
export const filesIn = (folder: string): Map<string, string> =>
  new Map(readFiles(folder).map(({ name, checksum }) => [name, checksum]))

/** The tables and sequences that some file of the folder makes by its own name. */
export const relationsMadeIn = (folder: string): string[] =>
  readFiles(folder).flatMap(({ text }) =>
    [...text.matchAll(/^create (?:unlogged )?(?:table|sequence) (?:if not exists )?(\w+)/gim)].map(
      ([, name = '']) => name,
    ),
  )

const readFiles = (folder: string): File[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // Line ends are the checkout's, not the file's.
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      const [, beside = null] = /^-- beside: (\d{4})$/m.exec(text) ?? []
      return { name, text, checksum: createHash('sha256').update(text).digest('hex'), beside }
    })

/** What was applied; makes the list where there is none, or an older one. */
async function knownTo(client: PoolClient): Promise<Applied[]> {
  const { rows } = await client.query<{ column: string }>(
    `select attname::text as column from pg_attribute where attrelid = to_regclass('public.migrations') and attnum > 0`,
  )
  const columns = rows.map(({ column }) => column)
  if (columns.length === 0)
    await client.query(
      'create table migrations (name text primary key, applied_at timestamptz not null default now(), checksum text, beside text)',
    )
  else if (!columns.includes('checksum'))
    await client.query('alter table migrations add column checksum text, add column beside text')
  return (await client.query<Applied>('select name, checksum, beside from migrations order by name')).rows
}

/** Refuses a database that this program is not for: ahead of it by more than it may work beside, or made by other files. */
function judge(files: File[], done: Applied[]): void {
  const own = new Map(files.map((file) => [file.name, file]))
  const last = files.at(-1)?.name.slice(0, 4) ?? ''
  const ahead = done.filter(({ name, beside }) => !own.has(name) && (beside === null || beside > last))
  if (ahead.length > 0)
    throw new MigrationRefused(
      `La base de datos es de una versión más nueva de Torniquete (${ahead.map(({ name }) => name).join(', ')}). Actualiza el programa.`,
    )
  const changed = done.filter(
    ({ name, checksum }) => checksum !== null && (own.get(name)?.checksum ?? checksum) !== checksum,
  )
  if (changed.length > 0)
    throw new MigrationRefused(
      `La base de datos se hizo con otro contenido de ${changed.map(({ name }) => name).join(', ')}: instala de nuevo la versión completa del programa.`,
    )
}

/** Of what a dump poured in the planner knows nothing: a file that fills a table of it would join row by row, for hours. */
async function analyzeUnanalyzedTables(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < 0 and pg_relation_size(oid) > 0`,
  )
  if (rows.length > 0) await client.query(`analyze (skip_locked) ${rows.map(({ name }) => name).join(', ')}`)
}

/** Of files from before there were checksums today's is taken for theirs. */
async function note(client: PoolClient, files: File[], done: Applied[]): Promise<void> {
  const unnoted = done.filter(({ checksum }) => checksum === null).map(({ name }) => name)
  for (const { name, checksum } of files.filter((file) => unnoted.includes(file.name)))
    await client.query('update migrations set checksum = $2 where name = $1', [name, checksum])
}

const remember = (client: PoolClient, { name, checksum, beside }: File) =>
  client.query('insert into migrations (name, checksum, beside) values ($1, $2, $3)', [name, checksum, beside])

/** A lock was not had in time, or two waited for each other. */
const waitedInVain = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code))

/** Tried until it gets its locks. */
async function patiently(name: string, patience: number, work: () => Promise<unknown>): Promise<void> {
  for (const begun = performance.now(); ; await pause(lockPatience)) {
    try {
      await work()
      return
    } catch (error) {
      if (!waitedInVain(error)) throw error
      if (performance.now() - begun + lockPatience > patience)
        throw new MigrationRefused(
          `La actualización ${name} no consiguió su turno en ${Math.round(patience / 1000)} s: algo ocupa la base de datos. Ciérralo e inicia de nuevo.`,
          { cause: error },
        )
    }
  }
}

const apply = (client: PoolClient, file: File, patience: number): Promise<void> =>
  patiently(file.name, patience, async () => {
    try {
      await client.query(`begin; set local lock_timeout = ${lockPatience}`)
      await client.query(file.text)
      await remember(client, file)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  })

/** Nobody queues behind these, so they may wait. */
const harmless = /^(create\s+(unique\s+)?index\s+concurrently|alter\s+table\s+\w+\s+validate\s+constraint)\b/
const madeIndex = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/

/** Whatever was done of it before is found done, or done again. */
async function applyOutside(client: PoolClient, file: File, patience: number): Promise<void> {
  for (const paragraph of paragraphsOf(file))
    await patiently(file.name, patience, async () => {
      await client.query(`set lock_timeout = ${harmless.test(paragraph) ? patience : lockPatience}`)
      const [, index] = madeIndex.exec(paragraph) ?? []
      if (harmless.test(paragraph)) await endWaiting(client)
      if (index) await dropUnfinished(client, index)
      await client.query(paragraph)
    })
  await client.query('set lock_timeout = 0')
  await remember(client, file)
}

/** Servers of before wait for their turn within a statement, which an index that is built would wait for in its turn. */
const endWaiting = (client: PoolClient) =>
  client.query(
    `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = ${lockKey} and not granted and usename = session_user`,
  )

const paragraphsOf = ({ text }: File): string[] =>
  text
    .replace(/^--.*\n/gm, '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

/** What an interrupted build leaves behind: an index that every write keeps and no read uses. */
async function dropUnfinished(client: PoolClient, name: string): Promise<void> {
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    `public.${name}`,
  ])
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
}

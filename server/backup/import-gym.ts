// One gym comes from another cluster and stands beside those that are here: in one transaction, with all that must be true after a
// copy's return, or not at all. Nobody else works in the database meanwhile.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PoolClient } from 'pg'
import type { Config } from '../config.ts'
import type { DatabaseAddress } from '../db/connection.ts'
import { migrationsFolder } from '../db/database.ts'
import { syncFolder, syncFolders } from '../db/embedded/files.ts'
import { filesIn, lockMigrations, migrate } from '../db/migrate.ts'
import { requireOwnSession } from '../db/own-session.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import { Refused } from '../refused.ts'
import { asGym, finishGymRestore, idsSkippedBy } from './after-restore.ts'
import { asOwner, requireNoServer, withImportLock } from './exclusive-database.ts'
import { ExportHead, ExportManifest } from './export-manifest.ts'
import { readMigrations } from './exported-tables.ts'
import { RowsImport } from './import-rows.ts'
import { tablesFolder } from './manifest.ts'
import { MovedGym } from './moved-gym.ts'
import { headOf, parsed, readArchive, readParts, unpackEntry } from './open-archive.ts'
import { instantsOf } from './restored-mark.ts'

type Settings = Pick<Config, 'dataDir' | 'BACKUP_KEY' | 'CLOCK_IS_RIGHT'>

export interface ImportedGym {
  manifest: ExportManifest
  name: string
  gym: MovedGym
}

/** Where the pictures lie until the rows are proven. */
const unfinished = 'import.unfinished'
/** Tables are changed for as long as it takes: whoever sells meanwhile would wait for that. */
const meanwhile = 'mientras se importa un gimnasio'

/** The caller holds the data folder's lock. @throws Refused before anything is written where it cannot stand beside the others */
export async function importGym(config: Settings, address: DatabaseAddress, file: string): Promise<ImportedGym> {
  if ('connectionString' in address) await requireOwnSession(address)
  const staging = join(config.dataDir, unfinished)
  return asOwner(address, async (owner) => {
    // Migrations may end their connections, so they are asked for before and after.
    await requireNoServer(owner, meanwhile)
    requireToday((await headOf(file, config.BACKUP_KEY, ExportHead)).migrations)
    await migrate(owner, migrationsFolder())
    await prepareJobs(owner)
    rmSync(staging, { recursive: true, force: true })
    mkdirSync(staging, { mode: 0o700 })
    const imported = await withImportLock(owner, (client) => importInto(client, config, staging, file))
    await owner.query('analyze')
    return imported
  }).finally(() => rmSync(staging, { recursive: true, force: true }))
}

async function importInto(
  client: PoolClient,
  { dataDir, BACKUP_KEY, CLOCK_IS_RIGHT }: Settings,
  staging: string,
  file: string,
): Promise<ImportedGym> {
  let begun: { head: ExportHead; rows: RowsImport; gym: MovedGym } | undefined
  let placed: MovedGym | undefined
  try {
    // A start waits for it: nobody writes beside the import, or remembers what was there before it.
    await lockMigrations(client, () => {})
    await requireNoServer(client, meanwhile)
    const manifest = await readArchive(file, BACKUP_KEY, async (tar) => {
      const told = await readParts(tar, {
        begin: async (content) => {
          const head = parsed(ExportHead, content)
          const gym = await placeFor(client, head)
          begun = { head, gym, rows: new RowsImport(client, head, gym) }
          await begun.rows.begin()
        },
        take: async (entry) => {
          const { name } = entry
          if (name.startsWith(tablesFolder)) await begun?.rows.take(entry, dirname(name.slice(tablesFolder.length)))
          else await unpackEntry(entry, staging)
        },
        manifest: ExportManifest,
      })
      await begun?.rows.finish(told, idsSkippedBy(instantsOf(told, new Date(), CLOCK_IS_RIGHT)))
      return told
    })
    if (!begun) throw new Error('an archive was read that never began')
    const { head, gym } = begun
    const mark = instantsOf(manifest, new Date(), CLOCK_IS_RIGHT)
    placed = gym
    placeImages(dataDir, staging, gym)
    await finishGymRestore(await asGym(client, gym.to), gym.to, mark, null)
    await client.query('commit')
    return { manifest, name: head.gym?.name ?? '', gym }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (placed) await removeImages(client, dataDir, placed).catch(() => {})
    throw error
  }
}

/** Where it is certain that the rows are not there: an answer to the commit may have been lost. */
async function removeImages(client: PoolClient, dataDir: string, { to }: MovedGym): Promise<void> {
  const { rows } = await client.query('select from gyms where id = $1', [to])
  if (rows.length === 0) rmSync(join(dataDir, 'images', String(to)), { recursive: true, force: true })
}

const otherVersion = new Refused(
  'El gimnasio se exportó con otra versión de Torniquete: pon la misma en los dos lados y expórtalo otra vez.',
)
const namesOf = (list: ExportHead['migrations'] | null) => (list ?? []).map(({ name }) => name).join()

/** Before the database is brought to today's schema for nothing. */
function requireToday(migrations: ExportHead['migrations']): void {
  if (namesOf(migrations) !== [...filesIn(migrationsFolder()).keys()].join()) throw otherVersion
}

/** Its number, or another one where that is somebody's. */
async function placeFor(client: PoolClient, { gym, migrations }: ExportHead): Promise<MovedGym> {
  if (!gym) throw new Error('an export of all gyms is no gym')
  if (namesOf(migrations) !== namesOf(await readMigrations(client))) throw otherVersion
  const { rows } = await client.query<{ taken: string }>(
    `select 'el usuario ' || username as taken from usernames where username = any ($1)
     union all select 'la terminal ' || sn from serial_numbers where sn = any ($2)
     union all select 'el nombre de puerta ' || name from door_names where name = any ($3) order by 1`,
    [gym.usernames, gym.serial_numbers, gym.door_names],
  )
  if (rows.length > 0)
    throw new Refused(`Aquí ya son de otro gimnasio ${rows.map(({ taken }) => taken).join(', ')}: no se importó nada.`)
  const found = await client.query<{ id: number }>(
    `select case when exists (select from gyms where id = $1) then nextval(pg_get_serial_sequence('gyms', 'id')) else $1 end::integer as id`,
    [gym.id],
  )
  return new MovedGym(gym.id, found.rows[0]?.id ?? gym.id)
}

/** Before the commit, as a picture is there before its row: what a gym that is not there left is nobody's. */
function placeImages(dataDir: string, staging: string, { from, to }: MovedGym): void {
  const unpacked = join(staging, 'images', String(from))
  if (!existsSync(unpacked)) return
  const images = join(dataDir, 'images')
  mkdirSync(images, { recursive: true })
  syncFolders(unpacked)
  rmSync(join(images, String(to)), { recursive: true, force: true })
  renameSync(unpacked, join(images, String(to)))
  syncFolder(images)
}

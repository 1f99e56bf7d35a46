// An export becomes a database: its schema made by the migrations that it was made by, its rows, and then what came since.
import { dirname } from 'node:path/posix'
import type { PoolClient } from 'pg'
import { type DatabaseAddress, openOwnersPool } from '../db/connection.ts'
import { migrationsFolder } from '../db/database.ts'
import { filesIn, migrate } from '../db/migrate.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import { Refused } from '../refused.ts'
import { ExportHead, ExportManifest } from './export-manifest.ts'
import { RowsImport } from './import-rows.ts'
import { tablesFolder } from './manifest.ts'
import { parsed, readArchive, readParts, unpackEntry } from './open-archive.ts'

/** Into an empty database; pictures go into the folder `into`. Whatever fails leaves a part: the caller drops it. */
export const importArchive = (
  address: DatabaseAddress,
  into: string,
  file: string,
  phrase: string | undefined,
): Promise<ExportManifest> => importRead(address, into, (read) => readArchive(file, phrase, read))

/** `reading` hands over the tar of an export. */
export async function importRead(
  address: DatabaseAddress,
  into: string,
  reading: <Result>(read: (tar: AsyncIterable<Buffer>) => Promise<Result>) => Promise<Result>,
): Promise<ExportManifest> {
  const folder = migrationsFolder()
  const owner = openOwnersPool(address)
  try {
    const manifest = await reading(async (tar) => {
      let begun: { client: PoolClient; rows: RowsImport } | undefined
      const begin = async (content: Buffer) => {
        const head = parsed(ExportHead, content)
        const only = requireKnown(head, filesIn(folder))
        await migrate(owner, folder, { importing: true, only })
        const client = await owner.connect()
        begun = { client, rows: new RowsImport(client, head, null) }
        await begun.rows.begin()
      }
      try {
        const told = await readParts(tar, {
          begin,
          take: async (entry) => {
            const { name } = entry
            if (name.startsWith(tablesFolder)) await begun?.rows.take(entry, dirname(name.slice(tablesFolder.length)))
            else await unpackEntry(entry, into)
          },
          manifest: ExportManifest,
        })
        await begun?.rows.finish(told)
        await begun?.client.query('commit')
        return told
      } finally {
        // What was not committed is rolled back.
        begun?.client.release(true)
      }
    })
    await migrate(owner, folder, { importing: true })
    await prepareJobs(owner)
    // Whoever asks first would else wait for plans that know nothing.
    await owner.query('analyze')
    return manifest
  } finally {
    await owner.end()
  }
}

/** The files that its schema is made by. @throws Refused where this program does not bring them all as they were */
function requireKnown({ migrations, version }: ExportHead, own: Map<string, string>): Set<string> {
  const unknown = migrations.filter(({ name }) => !own.has(name)).map(({ name }) => name)
  if (unknown.length > 0)
    throw new Refused(
      `La exportación es de una versión más nueva de Torniquete (${version}: ${unknown.join(', ')}). Actualiza el programa.`,
    )
  const other = migrations.find(({ name, checksum }) => checksum !== null && own.get(name) !== checksum)
  if (other)
    throw new Refused(
      `La exportación se hizo con otro contenido de ${other.name}: instala de nuevo la versión completa del programa.`,
    )
  return new Set(migrations.map(({ name }) => name))
}

// A copy becomes a data folder: of PostgreSQL's own files, which are for one of its major versions on one kind of machine, or of the
// rows of an export.
import { dirname } from 'node:path'
import { locateBinaries } from '../db/embedded/binaries.ts'
import { Refused } from '../refused.ts'
import { namesOf } from '../sealing-key.ts'
import { fillFolder } from './filled-folder.ts'
import { importIntoFolder } from './import.ts'
import { readWithdrawalsInFolder, writeWithdrawn } from './kept-withdrawals.ts'
import { type ArchiveInfo, Head, type Keys, Manifest, thisPlatform } from './manifest.ts'
import { type Archive, kindOf, parsed, readArchive, readParts, type TarTransform, unpackEntry } from './open-archive.ts'
import { archivedKeys, chooseKey } from './wal/archived-key.ts'
import { archiveBeside, recoverUntil } from './wal/recover.ts'

export interface HowToRestore {
  /** What all that is unpacked passes through. */
  through?: TarTransform
  /** Whether it is to outlive a power cut. */
  lasts?: boolean
  /** What it says of itself, before anything of it is written. */
  begun?: ((head: Head) => void) | undefined
}

/**
 * Into an empty data folder that nobody uses, of a copy or of an export. `until`: of a night's copy and of what was archived
 * beside it since, as far as that goes; the instant that was reached is what it answers as `made_at`.
 */
export const restoreInto = (
  dataDir: string,
  file: string,
  phrase: string | undefined,
  { until, ...how }: HowToRestore & { until?: Date | undefined } = {},
): Promise<ArchiveInfo & Pick<Head, 'keys'>> =>
  fillFolder(dataDir, async (into) => {
    writeWithdrawn(into, await readWithdrawalsInFolder(dirname(file)))
    if (until) return restoreUntil(into, file, phrase, until, how)
    return (await kindOf(file, phrase)) === 'export'
      ? importIntoFolder(into, file, phrase)
      : unpackCopy(into, file, phrase, how)
  })

async function restoreUntil(
  into: string,
  file: string,
  phrase: string | undefined,
  until: Date,
  how: HowToRestore,
): Promise<Manifest> {
  const archive = archiveBeside(file)
  const archived = await archivedKeys(archive, phrase)
  const begun = ({ keys, ...head }: Head) =>
    how.begun?.({ ...head, ...(keys && { keys: withCarried(keys, archived) }) })
  const { keys, ...copy } = await unpackCopy(into, file, phrase, { ...how, begun })
  const { reached, sealed } = await recoverUntil(into, copy, archive, until, phrase)
  const carried = await chooseKey(into, archived, sealed ?? [])
  return {
    ...copy,
    made_at: reached.toISOString(),
    ...(keys && { keys: { needed: sealed ? sealed.map(({ key_name }) => key_name) : keys.needed, carried } }),
  }
}

/** What lies beside a copy comes along too, as far as it is wanted. */
const withCarried = ({ needed, carried }: Keys, archived: readonly string[]): Keys => ({
  needed,
  carried: [...carried, ...archived.flatMap(namesOf)],
})

/** The same of a copy alone. `withdrawn`: what lies beside it. */
export const restoreCopy = (
  dataDir: string,
  file: Archive,
  phrase: string | undefined,
  { withdrawn = '', ...how }: HowToRestore & { withdrawn?: string } = {},
): Promise<Manifest> =>
  fillFolder(
    dataDir,
    (into) => {
      writeWithdrawn(into, withdrawn)
      return unpackCopy(into, file, phrase, how)
    },
    how,
  )

const unpackCopy = (
  into: string,
  file: Archive,
  phrase: string | undefined,
  { through, lasts = true, begun }: HowToRestore,
): Promise<Manifest> =>
  readArchive(
    file,
    phrase,
    (tar) =>
      readParts(tar, {
        begin: async (said) => {
          const head = parsed(Head, said)
          requireOurs(head)
          begun?.(head)
        },
        take: (entry) => unpackEntry(entry, into, lasts),
        manifest: Manifest,
      }),
    through,
  )

function requireOurs({ postgres, platform }: Head): void {
  const { major } = locateBinaries()
  if (postgres !== major || platform !== thisPlatform)
    throw new Refused(
      `La copia es de PostgreSQL ${postgres} en ${platform} y este Torniquete trae PostgreSQL ${major} en ${thisPlatform}: restáurala en un equipo como aquel, o en aquel usa npm run export y aquí npm run import.`,
    )
}

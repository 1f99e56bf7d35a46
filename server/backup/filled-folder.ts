// A data folder is filled from an archive: beside the names that count, which it gets only when all of the archive was read and
// agrees with its manifest. Reading it twice would take twice as long and prove less, for a disk may answer otherwise the second time.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { biometricsKeyFile } from '../config.ts'
import { locateBinaries } from '../db/embedded/binaries.ts'
import { errorCode } from '../db/embedded/errors.ts'
import { readIfThere, renamePatiently, syncFolder, syncFolders, writeAtomicallySync } from '../db/embedded/files.ts'
import { stopFormerPostmaster } from '../db/embedded/former-postmaster.ts'
import { requireOwnFolder } from '../db/embedded/launch.ts'
import { takeOwnerLock } from '../db/embedded/owner-lock.ts'
import { Refused } from '../refused.ts'
import { withdrawnFile } from '../withdrawn-agreements.ts'
import { ArchiveInfo } from './manifest.ts'
import { markName, unfinishedName, wholeName, writeMark } from './restored-mark.ts'
import { warningsOf } from './warnings.ts'

/**
 * In the order in which they get their names: without its database a folder is none of ours. The secret is left out: the next
 * start makes up another one, and no token of before is good for anything.
 */
const restored = ['images', biometricsKeyFile, withdrawnFile, markName, 'postgres']

type Fill<Its extends ArchiveInfo> = (into: string) => Promise<Its>

/**
 * An empty data folder that nobody uses. `fill` puts all into the folder that it is given, and answers the manifest. `lasts`:
 * it is to outlive a power cut.
 */
export async function fillFolder<Its extends ArchiveInfo>(
  dataDir: string,
  fill: Fill<Its>,
  { lasts = true }: { lasts?: boolean } = {},
): Promise<Its> {
  requireOwnFolder(dataDir)
  const lock = await takeOwnerLock(dataDir)
  try {
    const unfinished = join(dataDir, unfinishedName)
    const interrupted = wholeIn(unfinished)
    if (interrupted) {
      takeNames(dataDir, unfinished)
      throw new Refused(
        [
          `Se terminó la restauración que quedó a medias, de la copia de ${new Date(interrupted.made_at).toLocaleString('es')}. Si querías otra, restaura en una carpeta vacía (DATA_DIR).`,
          ...warningsOf(interrupted),
        ].join('\n'),
      )
    }
    const manifest = await fillWhole(dataDir, unfinished, fill, lasts)
    takeNames(dataDir, unfinished)
    return manifest
  } finally {
    lock.release()
  }
}

/** Of one that was cut off between names: it is ended, and nothing of it removed. */
function wholeIn(unfinished: string): ArchiveInfo | null {
  const found = readIfThere(join(unfinished, wholeName))
  return found === null ? null : ArchiveInfo.parse(JSON.parse(found))
}

async function fillWhole<Its extends ArchiveInfo>(
  dataDir: string,
  unfinished: string,
  fill: Fill<Its>,
  lasts: boolean,
): Promise<Its> {
  // Of an import that was killed: PostgreSQL may be at work there still.
  await stopFormerPostmaster(join(unfinished, 'postgres'), locateBinaries(), () => {})
  clear(dataDir)
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    const manifest = await fill(unfinished)
    if (lasts) syncFolders(unfinished)
    writeMark(unfinished, { made_at: manifest.made_at })
    writeAtomicallySync(join(unfinished, wholeName), JSON.stringify(manifest))
    return manifest
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** What a disk of its own has from the beginning. */
const ofTheDisk = ['lost+found', 'System Volume Information', '$RECYCLE.BIN']

/** Of what was unpacked by half; anything else is somebody's. */
function clear(dataDir: string): void {
  const ours = [unfinishedName, ...ofTheDisk]
  const found = readdirSync(dataDir).filter((name) => !name.startsWith('torniquete.lock') && !ours.includes(name))
  if (found.length > 0)
    throw new Refused(
      `La carpeta ${dataDir} no está vacía (${found[0]}): restaura en una carpeta vacía (DATA_DIR) o aparta antes lo que hay.`,
    )
  rmSync(join(dataDir, unfinishedName), { recursive: true, force: true })
}

function takeNames(dataDir: string, unfinished: string): void {
  const left = restored.filter((name) => existsSync(join(unfinished, name)))
  const taken = left.find((name) => existsSync(join(dataDir, name)))
  if (taken)
    throw new Refused(`En ${dataDir} hay ${taken} y no es de esta restauración: apártalo y repite npm run restore.`)
  try {
    for (const name of left) renamePatiently(join(unfinished, name), join(dataDir, name))
  } catch (error) {
    throw new Refused(
      `Todo está en ${unfinished}, y no se pudo poner en su lugar (${errorCode(error)}): repite npm run restore para terminar.`,
    )
  }
  syncFolder(dataDir)
  rmSync(unfinished, { recursive: true })
  syncFolder(dataDir)
}

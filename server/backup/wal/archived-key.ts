// The key that what is secret is sealed by, beside what was archived: where it was made after the copy, it is in no copy yet, and
// what was sealed since would come back with nobody who can open it.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { biometricsKeyFile } from '../../config.ts'
import { keptSecret } from '../../db/embedded/kept-or-made.ts'
import { asItIs, encryptWith } from '../encryption.ts'
import { readArchive } from '../open-archive.ts'
import { leaveWholeAside } from '../restored-mark.ts'
import { isNotWhole } from './wal-files.ts'

/** In the archive's folder, packed and sealed as a segment is. */
const keyFile = 'clave'

/** Null where there is none, or nobody can read it. */
async function archivedKey(folder: string, phrase: string | undefined): Promise<string | null> {
  const file = join(folder, keyFile)
  if (!existsSync(file)) return null
  return readArchive(file, phrase, async (pieces) => {
    const read: Buffer[] = []
    for await (const piece of pieces) read.push(piece)
    return Buffer.concat(read).toString()
  }).catch((error) => {
    if (isNotWhole(error)) return null
    throw error
  })
}

/** Nothing where it is given by the environment. */
export async function archiveKey(folder: string, dataDir: string, phrase: string | undefined): Promise<void> {
  const key = keptSecret(join(dataDir, biometricsKeyFile))
  if (key === null || (await archivedKey(folder, phrase)) === key) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const seal = phrase === undefined ? asItIs : encryptWith(phrase)
  async function* packed() {
    yield gzipSync(key ?? '')
  }
  await leaveWholeAside(join(folder, keyFile), seal(packed()))
}

/** Into a folder that a copy without one was unpacked to. */
export async function bringKey(into: string, folder: string, phrase: string | undefined): Promise<void> {
  const place = join(into, biometricsKeyFile)
  const key = existsSync(place) ? null : await archivedKey(folder, phrase)
  if (key !== null) await leaveWholeAside(place, key)
}

// The keys that what is secret is sealed by, beside what was archived: one that was made after the copy is in no copy yet, and
// what was sealed since would come back with nobody who can open it.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { biometricsKeyFile } from '../../config.ts'
import { readSecret } from '../../db/embedded/read-or-create.ts'
import { namesOf, type SealedRows } from '../../sealing-key.ts'
import { asItIs, encryptWith } from '../encryption.ts'
import { readArchive } from '../open-archive.ts'
import { writeAtomically } from '../restored-mark.ts'
import { isNotWhole } from './wal-files.ts'

/** In the archive's folder, packed and sealed as a segment is: the one of now, and those whose place it took. */
const keyFile = 'clave'
const former = /^clave\.[0-9a-f]{8}$/

/** Null where there is none, or nobody can read it. */
async function keyIn(file: string, phrase: string | undefined): Promise<string | null> {
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
  const key = readSecret(join(dataDir, biometricsKeyFile))
  const file = join(folder, keyFile)
  if (key === null || (await keyIn(file, phrase)) === key) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await keepFormer(file)
  const seal = phrase === undefined ? asItIs : encryptWith(phrase)
  async function* packed() {
    yield gzipSync(key ?? '')
  }
  await writeAtomically(file, seal(packed()))
}

/** A moment of before the change wants it; it grows old from the change on. */
async function keepFormer(file: string): Promise<void> {
  if (!existsSync(file)) return
  const now = new Date()
  await utimes(file, now, now)
  await rename(file, `${file}.${randomBytes(4).toString('hex')}`)
}

async function formerIn(folder: string): Promise<{ file: string; until: Date }[]> {
  const names = (await readdir(folder)).filter((name) => former.test(name))
  const found = names.map(async (name) => {
    const file = join(folder, name)
    return { file, until: (await stat(file)).mtime }
  })
  return (await Promise.all(found)).sort((one, other) => other.until.getTime() - one.until.getTime())
}

/** Those that had been replaced before an instant. */
export async function dropFormerKeys(folder: string, before: Date): Promise<void> {
  for (const { file, until } of await formerIn(folder)) if (until < before) await rm(file, { force: true })
}

/** Those that can be read, the newest first. */
export async function archivedKeys(folder: string, phrase: string | undefined): Promise<string[]> {
  const files = [join(folder, keyFile), ...(await formerIn(folder)).map(({ file }) => file)]
  const keys: string[] = []
  for (const file of files) {
    const key = await keyIn(file, phrase)
    if (key !== null) keys.push(key)
  }
  return keys
}

/**
 * Leaves in `into`, which was brought to a moment, the key of that moment: of the copy's own and those that were archived the
 * one that opens most of what is sealed there. Answers the names by which rows know it.
 */
export async function chooseKey(
  into: string,
  archived: readonly string[],
  sealed: readonly SealedRows[],
): Promise<string[]> {
  const place = join(into, biometricsKeyFile)
  const own = readSecret(place)
  const opens = (key: string) => {
    const names = namesOf(key)
    return sealed.reduce((sum, { key_name, rows }) => sum + (names.includes(key_name) ? rows : 0), 0)
  }
  const [first, ...others] = own === null ? archived : [own, ...archived]
  if (first === undefined) return []
  const best = others.reduce((chosen, key) => (opens(key) > opens(chosen) ? key : chosen), first)
  if (best !== own) await writeAtomically(place, best)
  return namesOf(best)
}

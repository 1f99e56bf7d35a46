// Which agreements were withdrawn lies beside the copies too: so whoever restores one elsewhere finds them. Each installation
// writes its own, as long as it has copies there, and whoever restores reads all of them.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, writeAtomicallySync } from '../db/embedded/files.ts'
import { isUnreachable } from '../storage/bucket/bucket-store.ts'
import { withdrawnFile } from '../withdrawn-agreements.ts'
import { copiesPrefix, type OpenBucket } from './bucket-of-copies.ts'
import { copyNamesIn, type Place } from './kept-copies.ts'
import { writeAtomically } from './restored-mark.ts'

const pattern = /^torniquete-[0-9a-f]{8}\.retiros$/
/** In a bucket nothing is written over: the longest is the newest. */
const patternThere = /^torniquete-([0-9a-f]{8})-(\d+)\.retiros$/
const keyThere = (installation: string, length: number) => `${copiesPrefix}torniquete-${installation}-${length}.retiros`

const read = (dataDir: string): string => readIfThere(join(dataDir, withdrawnFile)) ?? ''

/** What a look at the bucket goes by. */
export const withdrawnLength = (dataDir: string): number => Buffer.byteLength(read(dataDir))

/** Brings the one in the folder of the copies up to date. */
export async function copyWithdrawalsToFolder(place: Place, dataDir: string): Promise<void> {
  const path = join(place.folder, `torniquete-${place.installation}.retiros`)
  const text = read(dataDir)
  if (text === '' || (await copyNamesIn(place)).length === 0) return
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return
  await writeAtomically(path, text)
}

/** Of all that copied into it. */
export async function readWithdrawalsInFolder(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name))
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
}

/** The same in the bucket of the copies. */
export async function copyWithdrawalsToBucket(
  open: OpenBucket,
  { installation }: Place,
  dataDir: string,
): Promise<void> {
  const text = read(dataDir)
  if (text === '') return
  const key = keyThere(installation, Buffer.byteLength(text))
  const there = (await keysThere(open)).filter((name) => patternThere.exec(name)?.[1] === installation)
  if (!there.includes(key.slice(copiesPrefix.length))) await open.through(() => open.bucket.put(key, Buffer.from(text)))
  for (const name of there)
    if (`${copiesPrefix}${name}` !== key) await open.bucket.delete(`${copiesPrefix}${name}`).catch(unlessAway)
}

/** One too many does no harm, and a key that may not remove any costs no copy. */
function unlessAway(error: unknown): void {
  if (!isUnreachable(error)) throw error
}

async function keysThere({ bucket, through }: OpenBucket): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of bucket.objects(copiesPrefix, through)) {
    const name = key.slice(copiesPrefix.length)
    if (patternThere.test(name)) found.push(name)
  }
  return found
}

export async function readWithdrawalsInBucket(open: OpenBucket): Promise<string> {
  const texts: string[] = []
  for (const name of await keysThere(open))
    texts.push((await open.through(() => open.bucket.get(`${copiesPrefix}${name}`)))?.toString('utf8') ?? '')
  return texts.join('\n')
}

/** For the first start, and all that come. */
export function writeWithdrawn(dataDir: string, text: string): void {
  if (text !== '') writeAtomicallySync(join(dataDir, withdrawnFile), text)
}

// Where the nightly copies lie. A folder that was given may be that of a disk which is not there: what stands in its stead is
// the till's own, and would be filled night by night while everybody believes in copies. So it has a mark, and we remember that.
// In the mark stands a word that is another after each copy, and that we remember too: where a whole DATA_DIR was copied and both
// go on, the one that does not know the newest word is told, instead of dropping the other's copies.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { readIfThere, syncFolder, writeAtomicallySync } from '../db/embedded/files.ts'
import { installationFile } from '../db/embedded/installation.ts'
import type { Place } from './kept-copies.ts'

import { CopyRefused } from './trouble.ts'

type Given = Pick<Config, 'dataDir' | 'BACKUP_DIR'>

/** In BACKUP_DIR, one for each installation that copies there. */
const markOf = ({ folder, installation }: Place) => join(folder, `torniquete-${installation}.carpeta`)
const markPattern = /^torniquete-[0-9a-f]{8}\.carpeta$/
/** In DATA_DIR: the folder that has our mark, and by which name; former versions wrote the folder alone. */
const rememberedIn = (dataDir: string) => join(dataDir, 'backup-folder')
const remembrance = ({ folder, installation }: Place) => `${folder}\n${installation}`
async function isRemembered(place: Place, dataDir: string): Promise<boolean> {
  const remembered = readIfThere(rememberedIn(dataDir))
  if (remembered !== place.folder) return remembered === remembrance(place)
  // By which name nobody knows: by ours, unless the disk is there and knows others alone.
  return (await isThere(markOf(place))) || !(await readdir(place.folder)).some((name) => markPattern.test(name))
}
/** In DATA_DIR: the words that we wrote there, the newest first: disks may take turns, and one may lack the newest. */
const wordsIn = (dataDir: string) => join(dataDir, 'backup-words')
const wordsKept = 1000

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Made where nobody said which. @throws CopyRefused where the one that was given is not there, not the one of before, or another's */
export async function requireFolder(place: Place, { dataDir, BACKUP_DIR }: Given): Promise<void> {
  const { folder } = place
  if (BACKUP_DIR === undefined) return void (await mkdir(folder, { recursive: true, mode: 0o700 }))
  if (!(await isThere(folder))) throw new CopyRefused(`BACKUP_DIR: ${folder} no está.`, 'missing')
  if ((await isRemembered(place, dataDir)) && !(await isThere(markOf(place))))
    throw new CopyRefused(
      `BACKUP_DIR: en ${folder} no está el disco de siempre. Vuelve a conectarlo; si es otro a propósito, borra ${rememberedIn(dataDir)}.`,
      'missing',
    )
  const word = await wordOf(place)
  if (word === '' || knownWords(dataDir).includes(word)) return
  throw twinRefusal(place, dataDir)
}

export const twinRefusal = ({ folder }: Place, dataDir: string): CopyRefused =>
  new CopyRefused(
    `En ${folder} (BACKUP_DIR) hay algo que no se escribió con los datos de ${dataDir}: o copia ahí otro que es copia de este, o este de él, o un corte de luz le quitó lo último que guardó. Para que este tenga copias propias borra ${join(dataDir, installationFile)}, e inícialo de nuevo.`,
    'twin',
  )

/** Of before there were words it has none, nor where it was never written. */
const wordOf = (place: Place): Promise<string> => readFile(markOf(place), 'utf8').catch(() => '')

const knownWords = (dataDir: string): string[] => readIfThere(wordsIn(dataDir))?.split('\n') ?? []

let renewing: Promise<void> = Promise.resolve()

/** One after the other: each has to know the word of the one before. */
function inTurn(work: () => Promise<void>): Promise<void> {
  renewing = renewing.catch(() => {}).then(work)
  return renewing
}

/** After a copy in it. */
export const rememberFolder = (place: Place, given: Given): Promise<void> => inTurn(() => renew(place, given))

/** What lies there is of another that goes on from the same data: this one copies there no more, now and after a start. */
export const forgetFencingToken = (place: Place, { dataDir, BACKUP_DIR }: Given): Promise<void> =>
  inTurn(async () => {
    if (BACKUP_DIR === undefined) return
    const word = await wordOf(place)
    writeAtomicallySync(
      wordsIn(dataDir),
      knownWords(dataDir)
        .filter((known) => known !== word)
        .join('\n'),
    )
  })

/** As the archive begins, where there is a copy: a twin that goes on from here is told at once. */
export const renewFencingToken = (place: Place, given: Given): Promise<void> =>
  inTurn(async () => {
    if (await isRemembered(place, given.dataDir)) await renew(place, given)
  })

/** Words that were written down here, and not yet in the folder, by their marks. */
const untaken = new Map<string, string>()
/** Words that stood in the folder before the one that stood there last, by their marks. */
const superseded = new Map<string, string>()

async function renew(place: Place, { dataDir, BACKUP_DIR }: Given): Promise<void> {
  if (BACKUP_DIR === undefined) return
  const before = await wordOf(place)
  // What a disk would not take is tried again: with a word of its own for each try its own would be forgotten.
  const word = untaken.get(markOf(place)) ?? randomBytes(8).toString('hex')
  untaken.set(markOf(place), word)
  const keep = (words: readonly string[]) => writeAtomicallySync(wordsIn(dataDir), words.slice(0, wordsKept).join('\n'))
  keep([word, ...knownWords(dataDir).filter((known) => known !== word)])
  // On its disk before we count on it: without it no further copy would be made.
  await writeFile(`${markOf(place)}.draft`, word, { flush: true })
  await rename(`${markOf(place)}.draft`, markOf(place))
  syncFolder(place.folder)
  untaken.delete(markOf(place))
  // The one before may come back with its disk. Older ones would push out those of a disk that takes turns with this one.
  const older = superseded.get(markOf(place))
  keep(knownWords(dataDir).filter((known) => known !== older || known === word))
  superseded.set(markOf(place), before)
  if (readIfThere(rememberedIn(dataDir)) !== remembrance(place))
    writeAtomicallySync(rememberedIn(dataDir), remembrance(place))
}

// Where the nightly copies lie. A folder that was given may be that of a disk which is not there: what stands in its stead is
// the till's own, and would be filled night by night while everybody believes in copies. So it has a mark, and we remember that.
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { readIfThere, syncFolder } from '../db/embedded/files.ts'
import type { Place } from './kept-copies.ts'
import { leaveWhole } from './restored-mark.ts'
import { CopyRefused } from './trouble.ts'

type Given = Pick<Config, 'dataDir' | 'BACKUP_DIR'>

/** In BACKUP_DIR, one for each installation that copies there. */
const markOf = ({ folder, installation }: Place) => join(folder, `torniquete-${installation}.carpeta`)
/** In DATA_DIR: the folder that has our mark. */
const rememberedIn = (dataDir: string) => join(dataDir, 'backup-folder')

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Made where nobody said which. @throws CopyRefused where the one that was given is not there, or not the one of before */
export async function requireFolder(place: Place, { dataDir, BACKUP_DIR }: Given): Promise<void> {
  const { folder } = place
  if (BACKUP_DIR === undefined) return void (await mkdir(folder, { recursive: true, mode: 0o700 }))
  if (!(await isThere(folder))) throw new CopyRefused(`BACKUP_DIR: ${folder} no está.`, 'missing')
  const remembered = rememberedIn(dataDir)
  if (readIfThere(remembered) === folder && !(await isThere(markOf(place))))
    throw new CopyRefused(
      `BACKUP_DIR: en ${folder} no está el disco de siempre. Vuelve a conectarlo; si es otro a propósito, borra ${remembered}.`,
      'missing',
    )
}

/** After the first copy in it. */
export async function rememberFolder(place: Place, { dataDir, BACKUP_DIR }: Given): Promise<void> {
  if (BACKUP_DIR === undefined) return
  // On its disk before we count on it: without it no further copy would be made.
  await writeFile(markOf(place), '', { flush: true })
  syncFolder(place.folder)
  if (readIfThere(rememberedIn(dataDir)) !== place.folder) leaveWhole(rememberedIn(dataDir), place.folder)
}

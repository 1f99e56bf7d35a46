// An archive becomes a data folder. It is unpacked beside the names that count, hashed meanwhile, and gets them only when all
// of it was read and agrees with its manifest: reading it twice would take twice as long and prove less, for a disk may
// answer otherwise the second time.
import { createReadStream, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { locateBinaries } from '../db/embedded/binaries.ts'
import { errorCode } from '../db/embedded/errors.ts'
import { readIfThere, syncFolder } from '../db/embedded/files.ts'
import { requireOwnUser } from '../db/embedded/launch.ts'
import { takeOwnerLock } from '../db/embedded/owner-lock.ts'
import { Refused } from '../refused.ts'
import { asItIs, decryptWith, headBytes, isEncrypted, NotOpened } from './encryption.ts'
import { Head, headName, Manifest, manifestName, partOf, Tally, thisPlatform } from './manifest.ts'
import { leaveMark, leaveWhole, markName, unfinishedName, wholeName } from './restored-mark.ts'
import { BrokenTar, contentOf, readTar, type TarEntry } from './tar.ts'
import { warningsOf } from './warnings.ts'

/**
 * In the order in which they get their names: without its database a folder is none of ours. The secret is left out: the next
 * start makes up another one, and no token of before is good for anything.
 */
const restored = ['images', markName, 'postgres']

const gzipMagic = Buffer.from([0x1f, 0x8b])

export interface HowToRestore {
  /** What all that is unpacked passes through. */
  through?: (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
  /** Whether it is to outlive a power cut. */
  lasts?: boolean
}

/** Into an empty data folder that nobody uses. */
export async function restoreInto(
  dataDir: string,
  file: string,
  phrase: string | undefined,
  how: HowToRestore = {},
): Promise<Manifest> {
  // Of where it leads: a link of root's to somebody's folder is somebody's.
  requireOwnUser(realpathSync(dataDir))
  const lock = await takeOwnerLock(dataDir)
  try {
    const unfinished = join(dataDir, unfinishedName)
    const interrupted = wholeIn(unfinished)
    const manifest = interrupted ?? (await unpackWhole(dataDir, unfinished, file, phrase, how))
    takeNames(dataDir, unfinished)
    if (interrupted)
      throw new Refused(
        [
          `Se terminó la restauración que quedó a medias, de la copia de ${new Date(manifest.made_at).toLocaleString('es')}. Si querías otra, restaura en una carpeta vacía (DATA_DIR).`,
          ...warningsOf(manifest),
        ].join('\n'),
      )
    return manifest
  } finally {
    lock.release()
  }
}

/** Of one that was cut off between names: it is ended, and nothing of it removed. */
function wholeIn(unfinished: string): Manifest | null {
  const found = readIfThere(join(unfinished, wholeName))
  return found === null ? null : Manifest.parse(JSON.parse(found))
}

async function unpackWhole(
  dataDir: string,
  unfinished: string,
  file: string,
  phrase: string | undefined,
  how: HowToRestore,
): Promise<Manifest> {
  clear(dataDir)
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    const manifest = await unpack(file, phrase, unfinished, how)
    if (how.lasts !== false) syncFoldersIn(unfinished)
    leaveMark(unfinished, { made_at: manifest.made_at })
    leaveWhole(join(unfinished, wholeName), JSON.stringify(manifest))
    return manifest
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** What a file is called is its folder's to keep. */
function syncFoldersIn(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) syncFoldersIn(join(folder, entry.name))
  syncFolder(folder)
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

async function unpack(
  file: string,
  phrase: string | undefined,
  into: string,
  { through = asItIs, lasts = true }: HowToRestore,
): Promise<Manifest> {
  let manifest: Manifest | undefined
  const head = await beginOf(file)
  const sealed = isEncrypted(head)
  if (sealed && phrase === undefined) throw new Refused(`${file} está cifrado: indica su clave en BACKUP_KEY.`)
  // Whoever seals copies may have been handed another one.
  if (phrase !== undefined && head.subarray(0, 2).equals(gzipMagic))
    throw new Refused(`${file} no está cifrado: quita BACKUP_KEY si de verdad es una copia sin cifrar.`)
  try {
    await pipeline(
      createReadStream(file, { start: sealed ? headBytes : 0 }),
      sealed ? decryptWith(phrase ?? '', head) : asItIs,
      createGunzip(),
      through,
      async (source: AsyncIterable<Buffer>) => {
        manifest = await unpackEntries(source, into, lasts)
      },
    )
  } catch (error) {
    throw refusalOf(error, file)
  }
  if (!manifest) throw refusalOf(new BrokenTar('it says nothing of itself'), file)
  return manifest
}

async function beginOf(file: string): Promise<Buffer> {
  const opened = await open(file).catch((error) => {
    throw new Refused(`No se puede leer ${file} (${errorCode(error)}).`)
  })
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await opened.close()
  }
}

function refusalOf(error: unknown, file: string): unknown {
  const code = errorCode(error) ?? ''
  if (error instanceof NotOpened && error.atBegin)
    return new Refused(`BACKUP_KEY no es la clave de ${file}, o el archivo está dañado: no se restauró nada.`)
  if (error instanceof NotOpened || error instanceof BrokenTar || code.startsWith('Z_'))
    return new Refused(`${file} no es una copia entera: está cortado o dañado. No se restauró nada.`)
  if (code === 'ENOSPC') return new Refused('No queda espacio en el disco: no se restauró nada.')
  return error
}

async function unpackEntries(
  source: AsyncIterable<Buffer>,
  into: string,
  lasts: boolean,
): Promise<Manifest | undefined> {
  const tally = new Tally()
  let begun = false
  let manifest: Manifest | undefined
  for await (const entry of readTar(source)) {
    if (manifest) throw new BrokenTar('something follows its end')
    if (!begun) requireOurs(entry.name === headName ? await contentOf(entry) : null)
    else if (entry.name === manifestName) manifest = parsed(Manifest, await contentOf(entry))
    else await unpackEntry(tally, entry, into, lasts)
    begun = true
  }
  if (manifest && JSON.stringify(manifest.parts) !== JSON.stringify(tally.parts()))
    throw new BrokenTar('it does not hold what its manifest says')
  return manifest
}

function parsed<Value>(schema: { parse(value: unknown): Value }, content: Buffer): Value {
  try {
    return schema.parse(JSON.parse(content.toString('utf8')))
  } catch {
    throw new BrokenTar('it says of itself what nobody understands')
  }
}

function requireOurs(content: Buffer | null): void {
  if (!content) throw new BrokenTar('it is no copy of ours')
  const { postgres, platform } = parsed(Head, content)
  const { major } = locateBinaries()
  if (postgres !== major || platform !== thisPlatform)
    throw new Refused(
      `La copia es de PostgreSQL ${postgres} en ${platform} y este Torniquete trae PostgreSQL ${major} en ${thisPlatform}: restáurala en un equipo como aquel.`,
    )
}

async function unpackEntry(tally: Tally, entry: TarEntry, into: string, lasts: boolean): Promise<void> {
  const { name } = entry
  const part = partOf(name)
  if (!part || name.split(/[/\\]/).includes('..')) throw new BrokenTar(`it holds what is no part of a copy: ${name}`)
  const { content } = tally.through(part, entry)
  const path = join(into, name)
  if (name.endsWith('/')) return void (await mkdir(path, { recursive: true, mode: 0o700 }))
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  try {
    for await (const piece of content) await file.writeFile(piece)
    if (lasts) await file.sync()
  } finally {
    await file.close()
  }
}

function takeNames(dataDir: string, unfinished: string): void {
  const left = restored.filter((name) => existsSync(join(unfinished, name)))
  const taken = left.find((name) => existsSync(join(dataDir, name)))
  if (taken)
    throw new Refused(`En ${dataDir} hay ${taken} y no es de esta restauración: apártalo y repite npm run restore.`)
  try {
    for (const name of left) renameSync(join(unfinished, name), join(dataDir, name))
  } catch (error) {
    throw new Refused(
      `Todo está en ${unfinished}, y no se pudo poner en su lugar (${errorCode(error)}): repite npm run restore para terminar.`,
    )
  }
  syncFolder(dataDir)
  rmSync(unfinished, { recursive: true })
  syncFolder(dataDir)
}

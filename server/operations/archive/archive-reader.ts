import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { getMigrationsFolder } from '../../platform/db/database.ts'
import { readMigrationChecksums } from '../../platform/db/migrate.ts'
import { getErrorCode } from '../../platform/files/file-errors.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import {
  type ArchiveEntry,
  archiveVersion,
  FilesDigest,
  Manifest,
  manifestFileName,
  tablesFolder,
} from './archive-format.ts'
import { BrokenArchiveError } from './backup-errors.ts'
import { decryptStream, isEncryptedFileStart, readFileStart, WrongPassphraseError } from './passphrase.ts'
import { RowDigest } from './row-digest.ts'
import { passThrough, throttleStream } from './throttle-stream.ts'

/** First bytes of a gzip file; the writer leaves the name and time fields empty. */
const gzipMagic = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
const entryPattern = /^(manifest\.json|secrets\/[\w-]+|tables\/\w+\/\d+|images\/\d+\/\w+\/[\w.-]+)$/

interface ReadOptions {
  phrase: string | undefined
  /** Reading speed limit in decompressed bytes a second. */
  rate?: number | undefined
  signal?: AbortSignal | undefined
}

/** Passes on all entries but the manifest. @throws StartRefusal for a damaged file or a wrong passphrase */
export async function readArchive(
  file: string,
  { phrase, rate, signal }: ReadOptions,
  onEntry: (entry: ArchiveEntry) => Promise<void> | void,
): Promise<Manifest> {
  const beginning = await readFileStart(file).catch((error) => {
    throw new StartRefusal(`No se puede leer ${file} (${getErrorCode(error)}).`)
  })
  const decrypt = chooseDecryption(file, beginning, phrase)
  const untar = extract()
  const feeding = pipeline(createReadStream(file), decrypt, createGunzip(), throttleStream(rate, signal), untar, {
    signal,
  })
  let manifest: Manifest | undefined
  let caught: { error: unknown } | undefined
  try {
    for await (const entry of untar) {
      const { name } = entry.header
      const pieces: Buffer[] = []
      for await (const piece of entry) pieces.push(piece as Buffer) // a Buffer, though the library's type is wider
      const content = Buffer.concat(pieces)
      if (manifest || !entryPattern.test(name)) throw new BrokenArchiveError(`unexpected entry ${name}`)
      if (name === manifestFileName) {
        manifest = parseManifest(content)
        continue
      }
      await Promise.resolve(onEntry({ name, content })).catch((error) => {
        caught = { error }
        throw error
      })
    }
    await feeding
    if (!manifest) throw new BrokenArchiveError('the manifest is missing')
    return manifest
  } catch (error) {
    untar.destroy()
    const failure = await feeding.then(
      () => error,
      (reason) => (getErrorCode(reason) === 'ERR_STREAM_PREMATURE_CLOSE' ? error : reason),
    )
    signal?.throwIfAborted()
    throw caught ? caught.error : toRefusal(failure, file)
  }
}

/** Reads the archive to its end and compares it with its manifest, without writing anything. */
export async function verifyArchive(file: string, options: ReadOptions): Promise<Manifest> {
  const files = new FilesDigest()
  const tables = new Map<string, RowDigest>()
  const manifest = await readArchive(file, options, (entry) => {
    if (!entry.name.startsWith(tablesFolder)) return files.add(entry)
    const name = entry.name.split('/')[1] ?? ''
    const digest = tables.get(name) ?? new RowDigest()
    tables.set(name, digest)
    digest.addRows(entry.content)
  })
  const isWhole =
    JSON.stringify(manifest.files) === JSON.stringify(files.finish()) &&
    manifest.tables.every(({ name, rows, digest }) => {
      const read = tables.get(name) ?? new RowDigest()
      tables.delete(name)
      return read.rows === rows && String(read) === digest
    }) &&
    tables.size === 0
  if (!isWhole) throw toRefusal(new BrokenArchiveError('the content differs from the manifest'), file)
  requireKnownMigrations(manifest, file)
  return manifest
}

function requireKnownMigrations({ migrations, version }: Manifest, file: string): void {
  const own = readMigrationChecksums(getMigrationsFolder())
  const unknown = migrations.filter(({ name }) => !own.has(name)).map(({ name }) => name)
  if (unknown.length > 0) throw newerVersion(file, `${version}: ${unknown.join(', ')}`)
  const other = migrations.find(({ name, checksum }) => checksum !== null && own.get(name) !== checksum)
  if (other)
    throw new StartRefusal(
      `${file} se hizo con otro contenido de ${other.name}: instala de nuevo la versión completa del programa.`,
    )
}

const newerVersion = (file: string, version: string) =>
  new StartRefusal(`${file} es de una versión más nueva de Torniquete (${version}). Actualiza el programa.`)

function chooseDecryption(file: string, begin: Buffer, phrase: string | undefined): typeof passThrough {
  if (isEncryptedFileStart(begin)) {
    if (phrase === undefined) throw new StartRefusal(`${file} está cifrado: indica su clave en BACKUP_KEY.`)
    return decryptStream(phrase)
  }
  if (!begin.subarray(0, gzipMagic.length).equals(gzipMagic))
    throw toRefusal(new BrokenArchiveError('neither encrypted nor compressed'), file)
  // With BACKUP_KEY unencrypted archives are refused, since an attacker could have exchanged the file.
  if (phrase !== undefined)
    throw new StartRefusal(`${file} no está cifrado: quita BACKUP_KEY si de verdad es una copia sin cifrar.`)
  return passThrough
}

function parseManifest(content: Buffer): Manifest {
  try {
    const json = JSON.parse(content.toString('utf8'))
    const { format, version } = z.object({ format: z.number(), version: z.string() }).parse(json)
    if (format > archiveVersion) throw newerVersion('La copia', version)
    return Manifest.parse(json)
  } catch (error) {
    throw error instanceof StartRefusal
      ? error
      : new BrokenArchiveError('the manifest cannot be read', { cause: error })
  }
}

function toRefusal(error: unknown, file: string): unknown {
  if (error instanceof StartRefusal && !(error instanceof BrokenArchiveError)) return error
  if (error instanceof WrongPassphraseError)
    return new StartRefusal(`BACKUP_KEY no es la clave de ${file}, o el archivo está dañado: no se restauró nada.`)
  const code = getErrorCode(error) ?? ''
  if (code.startsWith('E') && !code.startsWith('ERR_')) return new StartRefusal(`No se puede leer ${file} (${code}).`)
  return new BrokenArchiveError(`${file} no es una copia entera: está cortado o dañado. No se restauró nada.`, {
    cause: error,
  })
}

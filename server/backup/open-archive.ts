// What every archive is read by: opened where it is sealed, unpacked, and told in one line what is wrong with it.
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { errorCode } from '../db/embedded/errors.ts'
import { Refused } from '../refused.ts'
import { asItIs, DecryptionFailed, decryptWith, headBytes, isEncrypted } from './encryption.ts'
import { type ArchiveInfo, headName, manifestName, partOf, Tally } from './manifest.ts'
import { BrokenTar, contentOf, readTar, type TarEntry } from './tar.ts'
import { BrokenCopy, CopyRefused } from './trouble.ts'

const gzipMagic = Buffer.from([0x1f, 0x8b])

/** What lies elsewhere than on a disk. */
export interface RemoteArchive {
  /** As whoever asks for it calls it. */
  name: string
  read(from: number): AsyncIterable<Buffer>
}

/** A file, or what is read as one. */
export type Archive = string | RemoteArchive

const nameOf = (archive: Archive): string => (typeof archive === 'string' ? archive : archive.name)
const bytesOf = (archive: Archive, start: number): AsyncIterable<Buffer> =>
  typeof archive === 'string' ? createReadStream(archive, { start }) : archive.read(start)

/** What all bytes of a tar pass through. */
export type TarTransform = (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>

/** What `read` makes of the tar that is in it. @throws Refused where it is not whole, or not sealed by `phrase` */
export async function readArchive<Result>(
  archive: Archive,
  phrase: string | undefined,
  read: (tar: AsyncIterable<Buffer>) => Promise<Result>,
  through: TarTransform = asItIs,
): Promise<Result> {
  const file = nameOf(archive)
  const head = await beginOf(archive)
  const sealed = isEncrypted(head)
  if (sealed && phrase === undefined) throw new Refused(`${file} está cifrado: indica su clave en BACKUP_KEY.`)
  // Whoever seals copies may have been handed another one.
  if (phrase !== undefined && head.subarray(0, 2).equals(gzipMagic))
    throw new Refused(`${file} no está cifrado: quita BACKUP_KEY si de verdad es una copia sin cifrar.`)
  let result: { read: Result } | undefined
  try {
    await pipeline(
      bytesOf(archive, sealed ? headBytes : 0),
      sealed ? decryptWith(phrase ?? '', head) : asItIs,
      createGunzip(),
      through,
      async (source: AsyncIterable<Buffer>) => {
        result = { read: await read(source) }
      },
    )
  } catch (error) {
    throw refusalOf(error, file)
  }
  if (!result) throw refusalOf(new BrokenTar('it says nothing of itself'), file)
  return result.read
}

const AnyHead = z.object({ format: z.number(), version: z.string(), gym: z.unknown().optional() })

/** Ends the reading of an archive of which enough is known. */
class Enough extends Error {}

/** What it says of itself at its beginning; the rest is not read. */
export async function headOf<Value>(
  file: Archive,
  phrase: string | undefined,
  schema: { parse(value: unknown): Value },
): Promise<Value> {
  let head: { said: Value } | undefined
  const begin = async (tar: AsyncIterable<Buffer>): Promise<never> => {
    for await (const entry of readTar(tar)) {
      head = { said: parsed(schema, await headIn(entry)) }
      throw new Enough()
    }
    throw new BrokenTar('it is empty')
  }
  return readArchive(file, phrase, begin).catch((error: unknown) => {
    if (error instanceof Enough && head) return head.said
    throw error
  })
}

/** Whether it holds PostgreSQL's own files, or rows: of all gyms or of one. */
export async function kindOf(file: Archive, phrase: string | undefined): Promise<'copy' | 'export' | 'gym'> {
  const { format, version, gym } = await headOf(file, phrase, AnyHead)
  if (format > 2)
    throw new Refused(`${nameOf(file)} es de una versión más nueva de Torniquete (${version}). Actualiza el programa.`)
  if (format !== 2) return 'copy'
  return gym === undefined ? 'export' : 'gym'
}

async function beginOf(file: Archive): Promise<Buffer> {
  if (typeof file !== 'string') return beginElsewhere(file)
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

async function beginElsewhere(archive: RemoteArchive): Promise<Buffer> {
  let begin = Buffer.alloc(0)
  for await (const piece of archive.read(0)) {
    begin = Buffer.concat([begin, piece])
    if (begin.length >= headBytes) break
  }
  return begin.subarray(0, headBytes)
}

function refusalOf(error: unknown, file: string): unknown {
  const code = errorCode(error) ?? ''
  if (error instanceof DecryptionFailed && error.atBegin)
    return new Refused(`BACKUP_KEY no es la clave de ${file}, o el archivo está dañado: no se restauró nada.`)
  if (error instanceof DecryptionFailed || error instanceof BrokenTar || code.startsWith('Z_'))
    return new BrokenCopy(`${file} no es una copia entera: está cortado o dañado. No se restauró nada.`)
  // The system's word and PostgreSQL's.
  if (code === 'ENOSPC' || code === '53100')
    return new CopyRefused('No queda espacio en el disco: no se restauró nada.', 'space')
  return error
}

export interface Reading<Manifest> {
  /** Of the first entry, which says what it is. */
  begin(head: Buffer): Promise<void>
  /** Its content is read to its end. */
  take(entry: TarEntry): Promise<void>
  manifest: { parse(value: unknown): Manifest }
}

/** All entries in turn, hashed meanwhile. @throws BrokenTar where they are not what the manifest at their end says */
export async function readParts<Manifest extends Pick<ArchiveInfo, 'parts'>>(
  tar: AsyncIterable<Buffer>,
  reading: Reading<Manifest>,
): Promise<Manifest> {
  const tally = new Tally()
  let begun = false
  let manifest: Manifest | undefined
  for await (const entry of readTar(tar)) {
    if (manifest) throw new BrokenTar('something follows its end')
    if (!begun) await reading.begin(await headIn(entry))
    else if (entry.name === manifestName) manifest = parsed(reading.manifest, await contentOf(entry))
    else await reading.take(counted(tally, entry))
    begun = true
  }
  if (!manifest) throw new BrokenTar('it says nothing of itself')
  if (JSON.stringify(manifest.parts) !== JSON.stringify(tally.parts()))
    throw new BrokenTar('it does not hold what its manifest says')
  return manifest
}

async function headIn(entry: TarEntry): Promise<Buffer> {
  if (entry.name !== headName) throw new BrokenTar('it is no copy of ours')
  return contentOf(entry)
}

function counted(tally: Tally, entry: TarEntry): TarEntry {
  const part = partOf(entry.name)
  if (!part) throw new BrokenTar(`it holds what is no part of a copy: ${entry.name}`)
  return tally.through(part, entry)
}

export function parsed<Value>(schema: { parse(value: unknown): Value }, content: Buffer): Value {
  try {
    return schema.parse(JSON.parse(content.toString('utf8')))
  } catch {
    throw new BrokenTar('it says of itself what nobody understands')
  }
}

/** A file or folder of an archive, as it is. */
export async function unpackEntry({ name, content }: TarEntry, into: string, lasts = true): Promise<void> {
  if (name.split(/[/\\]/).includes('..')) throw new BrokenTar(`it leads elsewhere: ${name}`)
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

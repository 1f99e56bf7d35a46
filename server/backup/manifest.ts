// What an archive says of itself: at its beginning what it is, at its end what went into it.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { biometricsKeyFile } from '../config.ts'
import type { TarEntry } from './tar.ts'

/** The first entry and the last one. */
export const headName = 'torniquete.json'
export const manifestName = 'manifest.json'

export const partNames = ['database', 'images', 'secrets'] as const
export type PartName = (typeof partNames)[number]

/**
 * Where each part lies. Copies of before held the secret of the sessions too, which no restore takes: it is in none now. What
 * fingers and faces are sealed with is in each, or they would be nobody's after a restore.
 */
export const databaseFolder = 'postgres/'
/** Of an export, instead of PostgreSQL's own folder. */
export const tablesFolder = 'tables/'
export const imagesFolder = 'images/'
export const secretFile = 'session-secret'

export function partOf(name: string): PartName | null {
  if (name.startsWith(databaseFolder) || name.startsWith(tablesFolder)) return 'database'
  if (name.startsWith(imagesFolder)) return 'images'
  return name === secretFile || name === biometricsKeyFile ? 'secrets' : null
}

/** Keys by the names that rows give them (seal.ts); never a key. Copies of before do not say. */
const Keys = z.object({
  /** By which something in the database is sealed. */
  needed: z.array(z.string()),
  /** Of the one that comes along. */
  carried: z.array(z.string()),
})
export type Keys = z.infer<typeof Keys>

export const Head = z.object({
  format: z.literal(1),
  version: z.string(),
  keys: Keys.optional(),
  /** PostgreSQL's files are for one of its major versions on one kind of machine: `18`, `linux-x64`. */
  postgres: z.string(),
  platform: z.string(),
})
export type Head = z.infer<typeof Head>

const Part = z.object({
  files: z.number(),
  bytes: z.number(),
  /** SHA-256 of name, size and content of each entry in turn. */
  sha256: z.string(),
})

/** What every archive tells of itself. */
export const ArchiveInfo = z.object({
  version: z.string(),
  /** What was committed before this instant is in it. */
  made_at: z.iso.datetime(),
  parts: z.object({ database: Part, images: Part, secrets: Part }),
  /** Pages of the database had a wrong checksum, and are in it as they are. */
  damaged: z.literal(true).optional(),
  /** Pictures that could not be read, and are not in it: `1/clients/….webp`, or '' for what a bucket has. */
  unread: z.array(z.string()).optional(),
  /** Pictures that a power cut tore, and that are not in it: it is sound without them, for no screen shows them either. */
  lost: z.array(z.string()).optional(),
  /** What no export takes along, for nothing but the key of its installation opens it, and how much of it there was. */
  left: z.object({ biometrics: z.number(), channels: z.number() }).optional(),
  /** Tables that somebody else keeps in the database, and that are not in it. */
  foreign: z.array(z.string()).optional(),
})
export type ArchiveInfo = z.infer<typeof ArchiveInfo>

export const Manifest = Head.extend({
  ...ArchiveInfo.shape,
  /** Nothing that came after this one is. What came between may be; copies of before do not say. */
  ended_at: z.iso.datetime().optional(),
})
export type Manifest = z.infer<typeof Manifest>

/** Whether all that the database shows is in it, and right. */
export const isSound = ({ damaged, unread = [] }: ArchiveInfo): boolean => !damaged && unread.length === 0

export const thisPlatform = `${process.platform}-${process.arch}`

/** Counts and hashes what passes through, whether it is written or read. */
export class Tally {
  readonly #parts = new Map(partNames.map((name) => [name, { files: 0, bytes: 0, hash: createHash('sha256') }]))

  /** The same entry, counted as its content is read. */
  through(name: PartName, entry: TarEntry): TarEntry {
    const part = this.#parts.get(name)
    if (!part) throw new Error(`no part ${name}`)
    part.files += 1
    part.bytes += entry.size
    part.hash.update(`${entry.name}\0${entry.size}\0`)
    return { ...entry, content: hashing(part.hash, entry.content) }
  }

  /** To be asked for once. */
  parts(): ArchiveInfo['parts'] {
    const of = (name: PartName) => {
      const { files = 0, bytes = 0, hash } = this.#parts.get(name) ?? {}
      return { files, bytes, sha256: hash?.digest('hex') ?? '' }
    }
    return { database: of('database'), images: of('images'), secrets: of('secrets') }
  }
}

async function* hashing(hash: ReturnType<typeof createHash>, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    hash.update(piece)
    yield piece
  }
}

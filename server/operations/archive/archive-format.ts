// An archive is a tar of `tables/<table>/<n>` (rows as COPY text), `images/…`, `secrets/…` and, last, `manifest.json`.
import { createHash } from 'node:crypto'
import { z } from 'zod'

export const archiveFormat = 1
export const manifestName = 'manifest.json'
export const tablesFolder = 'tables/'
export const imagesFolder = 'images/'
/** Files of DATA_DIR: answers to repeated calls depend on one, stored templates and passwords on the other. */
export const secretsFolder = 'secrets/'

export type ArchiveEntry = { name: string; content: Buffer }

/** `digest`: `RowDigest` of all rows. */
const Table = z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number(), digest: z.string() })
export type ArchivedTable = z.infer<typeof Table>

export const Manifest = z.object({
  format: z.literal(archiveFormat),
  version: z.string(),
  /** Everything committed before this instant is in the archive. */
  made_at: z.iso.datetime(),
  /** The files that made the schema, with their hashes; null where the database never stored one. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })).min(1),
  /** Sorted so that a table comes after those it refers to. */
  tables: z.array(Table),
  /** Last values; null for a sequence that was never used. */
  sequences: z.array(z.object({ name: z.string(), last: z.number().nullable() })),
  /** Number of pictures, and the SHA-256 over pictures and secrets in their order. */
  files: z.object({ images: z.number(), sha256: z.string() }),
  /** Set in the archive of one gym, with its names that must be unique in a database. */
  gym: z
    .object({
      id: z.number(),
      name: z.string(),
      usernames: z.array(z.string()),
      serial_numbers: z.array(z.string()),
      door_names: z.array(z.string()),
    })
    .optional(),
  /** Pictures that could not be read and are missing: `1/clients/….webp`, or '' for everything in the bucket. */
  unread: z.array(z.string()).optional(),
})
export type Manifest = z.infer<typeof Manifest>

export const makeJsonEntry = (name: string, value: object): ArchiveEntry => ({
  name,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

/** Hash over pictures and secrets, the same while writing and reading. */
export class FilesDigest {
  images = 0
  readonly #hash = createHash('sha256')

  add({ name, content }: ArchiveEntry): void {
    if (name.startsWith(imagesFolder)) this.images += 1
    this.#hash.update(`${name}\0${content.length}\0`).update(content)
  }

  /** Ends the hash: call it once. */
  finish(): Manifest['files'] {
    return { images: this.images, sha256: this.#hash.digest('hex') }
  }
}

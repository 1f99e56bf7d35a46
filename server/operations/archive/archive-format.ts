// An archive is a tar file of `tables/<table>/<n>` (rows as COPY text), `images/…`, `secrets/…`, `manifest.json`.
import { createHash } from 'node:crypto'
import { z } from 'zod'

export const archiveVersion = 1
export const manifestFileName = 'manifest.json'
export const tablesFolder = 'tables/'
export const imagesFolder = 'images/'
/** Folder for the secret that recognises repeated calls, and the key of encrypted templates and passwords. */
export const secretsFolder = 'secrets/'

export type ArchiveEntry = { name: string; content: Buffer }

/** Describes one table; `digest` is the `RowDigest` of all its rows. */
const Table = z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number(), digest: z.string() })
export type ArchivedTable = z.infer<typeof Table>

export const Manifest = z.object({
  format: z.literal(archiveVersion),
  version: z.string(),
  /** The archive contains everything committed before this instant. */
  made_at: z.iso.datetime(),
  /** Migration files that made the schema, with their hashes. The hash is null if the database never stored one. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })).min(1),
  /** Sorted so that a table comes after those it refers to. */
  tables: z.array(Table),
  /** Last value of each sequence; null if the sequence was never used. */
  sequences: z.array(z.object({ name: z.string(), last: z.number().nullable() })),
  /** Number of pictures, and one SHA-256 over all pictures and secrets in the order of the archive. */
  files: z.object({ images: z.number(), sha256: z.string() }),
  /** Set if the archive is of one gym: its names that must be unique in a database. */
  gym: z
    .object({
      id: z.number(),
      name: z.string(),
      usernames: z.array(z.string()),
      serial_numbers: z.array(z.string()),
      host_names: z.array(z.string()),
    })
    .optional(),
  /** Pictures missing because they could not be read: `1/clients/….webp`, or '' for everything in the bucket. */
  unread: z.array(z.string()).optional(),
})
export type Manifest = z.infer<typeof Manifest>

export const makeJsonEntry = (name: string, value: object): ArchiveEntry => ({
  name,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

/** Hash over pictures and secrets, computed in the same way while writing and reading an archive. */
export class FilesDigest {
  images = 0
  readonly #hash = createHash('sha256')

  add({ name, content }: ArchiveEntry): void {
    if (name.startsWith(imagesFolder)) this.images += 1
    this.#hash.update(`${name}\0${content.length}\0`).update(content)
  }

  /** Completes the hash; may be called only once. */
  finish(): Manifest['files'] {
    return { images: this.images, sha256: this.#hash.digest('hex') }
  }
}

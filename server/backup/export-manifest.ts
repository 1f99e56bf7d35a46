// What an export says of itself: at its beginning the schema that its rows are of, at its end what there should be of them.
import { z } from 'zod'
import { ArchiveInfo } from './manifest.ts'

export const ExportHead = z.object({
  format: z.literal(2),
  version: z.string(),
  /** The files that the schema was made by, with the hash of each; null where the database never knew it. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })).min(1),
  /** In an order in which what refers comes behind what it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** The only one that it holds, with what nobody else may be called where it goes to. */
  gym: z
    .object({
      id: z.number(),
      name: z.string(),
      usernames: z.array(z.string()),
      serial_numbers: z.array(z.string()),
      door_names: z.array(z.string()).default([]),
    })
    .optional(),
  /** Their last values; null where nothing was taken yet. */
  sequences: z.array(z.object({ name: z.string(), last: z.number().nullable() })),
})
export type ExportHead = z.infer<typeof ExportHead>

export const ExportManifest = ArchiveInfo.extend({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), digest: z.string() })),
})
export type ExportManifest = z.infer<typeof ExportManifest>

// Photos of many clients from a folder or archive: matched by file name, uploaded singly, assigned in one call.

import { z } from 'zod'
import { create, get, post, remove } from '../shared/define-area.ts'
import { ImportRecord } from '../shared/file-import.ts'
import { isStoredPath, isStoredUrl, notStoredText } from '../shared/images.ts'
import { admins } from '../shared/roles.ts'
import { id, text } from '../shared/schemas.ts'

export const maxPhotosPerCall = 2000

/** A file that was skipped, and the reason. */
const SkippedFile = z.object({ file: z.string(), reason: z.string() })
export type SkippedFile = z.infer<typeof SkippedFile>

export const MatchedPhotos = z.object({
  ready: z.array(z.object({ file: z.string(), id_client: id, client: z.string() })),
  /** Files of clients who already have a photo, or another photo in this upload. */
  present: z.array(SkippedFile),
  rejected: z.array(SkippedFile),
})
export type MatchedPhotos = z.infer<typeof MatchedPhotos>

const Photo = z.object({
  id_client: id,
  photo_url: text(1000).refine((value) => isStoredUrl('clients', value), notStoredText),
  photo_path: text(1000).refine((value) => isStoredPath('clients', value), notStoredText),
})

export const clientPhotoCalls = {
  'clients.match-photos': post(admins, '/clients/photos/match', 'Match file names to clients by PIN, card or name', {
    body: z.object({ files: z.array(z.string().max(1000)).min(1).max(maxPhotosPerCall) }),
    answer: MatchedPhotos,
    repeatable: true,
  }),
  'clients.set-photos': create(admins, '/clients/photos', 'Set stored photos for clients without one, as one change', {
    body: z.object({ file_name: text(200), photos: z.array(Photo).min(1).max(maxPhotosPerCall) }),
    answer: ImportRecord,
  }),
  'clients.last-photos': get(admins, '/clients/photos', 'Get the last set of photos that can be undone, or null', {
    answer: z.object({ last: ImportRecord.nullable() }),
  }),
  'clients.undo-photos': remove(admins, '/clients/photos/{id_import}', 'Undo a set of photos within a day', {
    answer: z.object({ deleted: z.number().int(), kept: z.number().int() }),
  }),
} as const

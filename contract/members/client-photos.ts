// Photos of many clients from a folder or archive: matched by file name, uploaded singly, assigned in one call.

import { z } from 'zod'
import { defineCreate, defineDelete, defineGet, definePost } from '../shared/define-area.ts'
import { CompletedImport } from '../shared/file-import.ts'
import { isStoredImagePath, isStoredImageUrl, notStoredImageText } from '../shared/images.ts'
import { adminRoles } from '../shared/roles.ts'
import { id, textLine } from '../shared/schemas.ts'

export const maxPhotosPerCall = 2000

/** A file that was skipped, and the reason. */
const SkippedFile = z.object({ file: z.string(), reason: z.string() })
export type SkippedPhotoFile = z.infer<typeof SkippedFile>

export const MatchedPhotos = z.object({
  ready: z.array(z.object({ file: z.string(), id_client: id, client: z.string() })),
  /** Files of clients who already have a photo, or another photo in this upload. */
  present: z.array(SkippedFile),
  rejected: z.array(SkippedFile),
})
export type MatchedPhotos = z.infer<typeof MatchedPhotos>

const Photo = z.object({
  id_client: id,
  photo_url: textLine(1000).refine((value) => isStoredImageUrl('clients', value), notStoredImageText),
  photo_path: textLine(1000).refine((value) => isStoredImagePath('clients', value), notStoredImageText),
})

export const clientPhotoCalls = {
  'clients.match-photos': definePost(adminRoles, '/clients/photos/match', 'Match files by PIN, card or name', {
    body: z.object({ files: z.array(z.string().max(1000)).min(1).max(maxPhotosPerCall) }),
    answer: MatchedPhotos,
    repeatable: true,
  }),
  'clients.set-photos': defineCreate(adminRoles, '/clients/photos', 'Set photos of clients who have none, together', {
    body: z.object({ file_name: textLine(200), photos: z.array(Photo).min(1).max(maxPhotosPerCall) }),
    answer: CompletedImport,
  }),
  'clients.last-photos': defineGet(adminRoles, '/clients/photos', 'Get the last undoable set of photos, or null', {
    answer: z.object({ last: CompletedImport.nullable() }),
  }),
  'clients.undo-photos': defineDelete(adminRoles, '/clients/photos/{id_import}', 'Undo a set of photos within a day', {
    answer: z.object({ deleted: z.number().int(), kept: z.number().int() }),
  }),
} as const

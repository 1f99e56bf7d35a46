// Photos of many clients from a folder or archive: matched by file name, uploaded one by one, then assigned in one act.
import { z } from 'zod'
import { ImportAct } from '../shared/file-import.ts'
import { isStoredPath, isStoredUrl, notStoredText } from '../shared/images.ts'
import { admins } from '../shared/roles.ts'
import { id, idInAddress, text } from '../shared/shapes.ts'

/** Largest number of photos in one call. */
export const maxPhotosPerCall = 2000

/** A skipped file with the reason. */
const ReportedFile = z.object({ file: z.string(), reason: z.string() })
export type ReportedFile = z.infer<typeof ReportedFile>

export const MatchedPhotos = z.object({
  /** Matched clients. */
  ready: z.array(z.object({ file: z.string(), id_client: id, client: z.string() })),
  /** Clients who have a photo, or another one in this set. */
  present: z.array(ReportedFile),
  rejected: z.array(ReportedFile),
})
export type MatchedPhotos = z.infer<typeof MatchedPhotos>

const Photo = z.object({
  id_client: id,
  photo_url: text(1000).refine((value) => isStoredUrl('clients', value), notStoredText),
  photo_path: text(1000).refine((value) => isStoredPath('clients', value), notStoredText),
})

export const clientPhotoCalls = {
  'clients.match-photos': {
    may: admins,
    method: 'POST',
    path: '/clients/photos/match',
    summary: 'Whose photos files are, by their names: a client’s number, card, or whole name',
    body: z.object({ files: z.array(z.string().max(1000)).min(1).max(maxPhotosPerCall) }),
    answer: MatchedPhotos,
    repeatable: true,
  },
  'clients.set-photos': {
    may: admins,
    method: 'POST',
    path: '/clients/photos',
    summary: 'Put stored photos on clients who have none, as one act; whoever has one by now keeps it',
    body: z.object({ file_name: text(200), photos: z.array(Photo).min(1).max(maxPhotosPerCall) }),
    answer: ImportAct,
    status: 201,
  },
  'clients.last-photos': {
    may: admins,
    method: 'GET',
    path: '/clients/photos',
    summary: 'The last photos that came together and can still be undone; null where there are none',
    answer: z.object({ last: ImportAct.nullable() }),
  },
  'clients.undo-photos': {
    may: admins,
    method: 'DELETE',
    path: '/clients/photos/{id_import}',
    summary: 'Take photos that came together away again within a day, but those that were changed since',
    params: z.object({ id_import: idInAddress }),
    answer: z.object({ deleted: z.number().int(), kept: z.number().int() }),
    errors: ['row.missing'],
  },
} as const

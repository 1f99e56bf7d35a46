import type { CallBody } from '@torniquete/contract/endpoints.ts'
import type { CompletedImport } from '@torniquete/contract/shared/file-import.ts'
import type { Transaction } from '../../../platform/db/gym-statements.ts'
import { sql } from '../../../platform/db/sql.ts'
import {
  type ImportingUser,
  type ImportRecordTable,
  insertImportRecord,
  makeImportUndoHandlers,
  type UndoImportFunction,
} from '../../../platform/file-import/undo-import.ts'
import type { AreaHandlers } from '../../../platform/http/handler-types.ts'
import { matchPhotosToClients, type PhotoCandidate } from './match-photos.ts'

export const photoImportTable: ImportRecordTable = ['photo_imports', 'photos']

const listPhotoCandidates = (tx: Transaction, gym: number): Promise<PhotoCandidate[]> =>
  tx.many(sql`
    select id, name, id_zkteco, normalize_card(card_number) as card, photo_path is not null or photo_url is not null as has_photo
    from clients where gym_id = ${gym} and deleted_at is null and not is_anonymous order by id`)

/** Stores photos for clients; skips clients who have a photo. */
async function setPhotos(
  tx: Transaction,
  importer: ImportingUser,
  { file, now, photos }: { file: string; now: Date; photos: CallBody<'clients.set-photos'>['photos'] },
): Promise<CompletedImport> {
  const { gym } = importer
  const set = await tx.many<{ id: number; path: string }>(sql`
    update clients c set photo_url = v.url, photo_path = v.path
    from unnest(${photos.map((each) => each.id_client)}::bigint[], ${photos.map((each) => each.photo_url)}::text[],
      ${photos.map((each) => each.photo_path)}::text[]) as v (client, url, path)
    where c.gym_id = ${gym} and c.id = v.client and c.deleted_at is null and not c.is_anonymous and c.photo_path is null and c.photo_url is null
    returning c.id, c.photo_path as path`)
  const act = await insertImportRecord(tx, photoImportTable, importer, { file, now, count: set.length })
  await tx.run(sql`
    insert into imported_photos (gym_id, id_import, id_client, path)
    select ${gym}, ${act.id}, v.client, v.path from unnest(${set.map(({ id }) => id)}::bigint[], ${set.map(({ path }) => path)}::text[]) as v (client, path)`)
  return act
}

/** Removes the photos of an import, except those that were replaced since. */
const undoPhotos: UndoImportFunction = async (tx, gym, id) => {
  const deleted = await tx.run(sql`
    with gone as (
      update clients c set photo_url = null, photo_path = null from imported_photos p
      where p.gym_id = ${gym} and p.id_import = ${id} and c.gym_id = ${gym} and c.id = p.id_client and c.photo_path = p.path and c.deleted_at is null
      returning c.id)
    update imported_photos p set undone = true from gone where p.gym_id = ${gym} and p.id_import = ${id} and p.id_client = gone.id`)
  const { kept } = await tx.one<{ kept: number }>(sql`
    select count(*)::integer as kept from imported_photos p join clients c on c.gym_id = p.gym_id and c.id = p.id_client
    where p.gym_id = ${gym} and p.id_import = ${id} and not p.undone and c.deleted_at is null`)
  return { deleted, kept }
}

type PhotoCall = 'clients.match-photos' | 'clients.set-photos' | 'clients.last-photos' | 'clients.undo-photos'

const imports = makeImportUndoHandlers(photoImportTable, undoPhotos)

export const bulkPhotoHandlers: Pick<AreaHandlers<'clients'>, PhotoCall> = {
  'clients.match-photos': async ({ tx, gym, body }) =>
    matchPhotosToClients(body.files, await listPhotoCandidates(tx, gym)),

  'clients.set-photos': ({ tx, user, body, clock }) =>
    setPhotos(tx, user, { file: body.file_name, now: clock(), photos: body.photos }),

  'clients.last-photos': imports.last,
  'clients.undo-photos': imports.undo,
}

import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { type Statement, sql } from '../db/sql.ts'
import type { ImageStore } from '../storage/file-store.ts'

interface ImageRow {
  folder: string
  name: string
  type: string
  token: string
}

/** Quotas of a gym: bytes in total, and uploads per hour, which suffice for photos of all members. */
const maxBytes = 1024 ** 3
const maxUploadsPerHour = 3000

/** Refuses pictures beyond the quota. A lock makes a gym's uploads wait for each other, so none can exceed it. */
export async function requireWithinQuota(tx: Transaction, gym: number, bytes: number, now: Date): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7204, ${gym}::integer)`)
  const { stored, lately } = await tx.one<{ stored: number; lately: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as stored,
           (select count(*) from images where gym_id = ${gym} and created_at > ${now}::timestamptz - interval '1 hour') as lately
    from images where gym_id = ${gym}`)
  if (lately >= maxUploadsPerHour) throwError('image.too-many', { seconds: 600 })
  if (stored + bytes > maxBytes) throwError('image.no-room')
}

/** Compares only the path of a URL, because users reach the server under several host names. */
const selectShown = (table: Statement, path: Statement, url: Statement, where: Statement) => sql`
  select null::bigint as id, unnest(array['/v1/' || ${path}, substring(${url} from '/v1/images/[^?#]*')]) as address from ${table} where ${where}`

/** Lists pictures that no row shows, not even a deleted one. One join: a query per picture would take minutes. */
export const listUnusedImages = (tx: Transaction, gym: number): Promise<{ folder: string; name: string }[]> =>
  tx.many(sql`
    select d.folder, d.name from images d join (
      select max(id) as id from (
        select id, '/v1/images/' || folder || '/' || name as address from images
        where gym_id = ${gym} and created_at < now() - interval '1 day'
        union all ${selectShown(sql`clients`, sql`photo_path`, sql`photo_url`, sql`gym_id = ${gym}`)}
        union all ${selectShown(sql`users`, sql`photo_path`, sql`photo_url`, sql`gym_id = ${gym}`)}
        union all ${selectShown(sql`products`, sql`image_path`, sql`image_url`, sql`gym_id = ${gym}`)}
        union all ${selectShown(sql`gym_info`, sql`logo_path`, sql`logo_url`, sql`gym_id = ${gym}`)}
        union all ${selectShown(sql`gyms`, sql`logo_path`, sql`logo_url`, sql`${gym}::integer = 0`)}
      ) a group by address having count(id) = count(*)) i on d.id = i.id
    where d.gym_id = ${gym}`)

/**
 * Deletes the file before its row, so that the sweep tries again while the bucket does not respond. Returns the number of
 * deleted rows: 0 if another call was first.
 */
export async function deleteImage(
  { database, images }: { database: Database; images: ImageStore },
  gym: number,
  { folder, name }: { folder: string; name: string },
): Promise<number> {
  await images.remove(gym, folder, name)
  return database.write({ gym, user: null, allowedOnFullDisk: true }, (tx) =>
    tx.run(sql`delete from images where gym_id = ${gym} and folder = ${folder} and name = ${name}`),
  )
}

export const readImageRow = (tx: Transaction, gym: number, folder: string, name: string): Promise<ImageRow | null> =>
  tx.maybe(
    sql`select folder, name, type, token from images where gym_id = ${gym} and folder = ${folder} and name = ${name}`,
  )

export async function isImageInUse(tx: Transaction, gym: number, path: string): Promise<boolean> {
  const { shown } = await tx.one<{ shown: boolean }>(sql`
    select exists (select from clients where gym_id = ${gym} and deleted_at is null and photo_path = ${path})
      or exists (select from users where gym_id = ${gym} and deleted_at is null and photo_path = ${path})
      or exists (select from products where gym_id = ${gym} and deleted_at is null and image_path = ${path})
      or exists (select from gym_info where gym_id = ${gym} and logo_path = ${path})
      or (${gym}::integer = 0 and exists (select from gyms where deleted_at is null and logo_path = ${path})) as shown`)
  return shown
}

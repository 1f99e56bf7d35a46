// Uploads drawn pictures of the demo's people and products.
import type { StoredImage } from '@torniquete/contract/shared/images.ts'
import type { Transaction } from '../server/platform/db/gym-statements.ts'
import { sql } from '../server/platform/db/sql.ts'
import type { createImageUploader } from './demo-session.ts'
import { drawFace } from './draw-face.ts'
import { drawProduct } from './draw-product.ts'

type Store = Awaited<ReturnType<typeof createImageUploader>>

/** Number of concurrent uploads; more are no faster, because the server waits for the disk. */
const uploadsAtOnce = 8

async function storeAll(count: number, store: (at: number) => Promise<StoredImage>): Promise<StoredImage[]> {
  const stored: StoredImage[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < count; at = next++) stored[at] = await store(at)
  }
  await Promise.all(Array.from({ length: uploadsAtOnce }, work))
  return stored
}

/** Every fifth client has no photo, as in real gyms. */
const hasPhoto = (at: number) => at % 5 !== 4

/** Uploads drawn photos; returns them by the client's index, without the clients who have no photo. */
export async function uploadClientPhotos(store: Store, names: readonly string[]): Promise<Map<number, StoredImage>> {
  const shown = names.flatMap((name, at) => (hasPhoto(at) ? [{ name, at }] : []))
  const stored = await storeAll(shown.length, (place) => {
    const { name, at } = shown[place] ?? { name: '', at: 0 }
    return store('clients', `cliente-${at}`, drawFace(name, at))
  })
  return new Map(stored.map((image, place) => [shown[place]?.at ?? 0, image]))
}

/** Stores the photos of clients; `ids` has the clients' ids in the order of the drawings. */
export async function assignClientPhotos(
  tx: Transaction,
  gym: number,
  ids: readonly number[],
  photos: ReadonlyMap<number, StoredImage>,
): Promise<void> {
  const rows = [...photos].flatMap(([at, image]) => (ids[at] ? [{ id: ids[at], ...image }] : []))
  await tx.run(sql`
    update clients c set photo_url = v.url, photo_path = v.path
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ url }) => url)}::text[], ${rows.map(({ path }) => path)}::text[]) as v (id, url, path)
    where c.gym_id = ${gym} and c.id = v.id`)
}

/** Picture fields of a product for `products.create`; empty if the product has no drawing. */
export async function uploadProductPicture(store: Store, { code }: { code: string }) {
  const drawing = drawProduct(code)
  if (drawing === null) return {}
  const { url, path } = await store('products', `producto-${code}`, drawing)
  return { image_url: url, image_path: path }
}

/** Picture fields of a user for `users.create`. */
export async function uploadUserPicture(store: Store, name: string, seed: number) {
  const { url, path } = await store('users', `usuario-${seed}`, drawFace(name, seed))
  return { photo_url: url, photo_path: path }
}

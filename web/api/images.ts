import type { ImageFolder, StoredImage } from '@torniquete/contract/shared/images.ts'
import { ApiError, isFinalRefusal } from './api-error.ts'
import { call, makeIdempotencyKey } from './call.ts'

/** Image field of a form: a newly chosen file, 'none' to remove the stored image, or null to leave it unchanged. */
export type ImageChoice = File | 'none' | null

function atField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const rejection = { type: 'upload', msg: 'Error al subir la imagen', loc: ['body', 'image'] }
  return new ApiError(error.status, error.message, [rejection])
}

/** Upload of each chosen file: a repeated save uses the uploaded picture, a repeated upload the same key. */
const uploads = new WeakMap<File, { key: string; image: Promise<StoredImage> | null }>()

async function upload(folder: ImageFolder, file: File, idempotencyKey: string): Promise<StoredImage> {
  const body = new FormData()
  body.append('file', await resizeToShown(folder, file), file.name)
  return call('images.upload', { params: { folder }, body, idempotencyKey })
}

export function uploadImageOnce(folder: ImageFolder, file: File): Promise<StoredImage> {
  const known = uploads.get(file) ?? { key: makeIdempotencyKey(), image: null }
  uploads.set(file, known)
  known.image ??= upload(folder, file, known.key).catch((error) => {
    known.image = null
    if (isFinalRefusal(error)) uploads.delete(file)
    throw atField(error)
  })
  return known.image
}

/** Deletes a replaced image on the server in the background; an image that is already gone is no error. */
export function deleteStoredImage(path: string | null | undefined): void {
  if (path) call('images.delete', { query: { path } }).catch(() => undefined)
}

interface NamedImage {
  url: string | null
  path: string | null
}

/** Uploads the file, saves the row, then deletes the replaced image. A failed upload rejects the field `image`. */
export async function saveWithImage<Result>(
  folder: ImageFolder,
  choice: ImageChoice,
  replacedPath: string | null | undefined,
  save: (image: NamedImage | null) => Promise<Result>,
): Promise<Result> {
  if (choice === null) return save(null)
  const result = await save(choice === 'none' ? { url: null, path: null } : await uploadImageOnce(folder, choice))
  deleteStoredImage(replacedPath)
  return result
}

/** Pixels of the longer side: twice the largest size shown, for high-density screens. */
const longest: Record<ImageFolder, number> = { clients: 256, users: 256, products: 512, gyms: 512 }
const quality = 0.85
/** Formats that are scaled down before the upload; SVG is uploaded unchanged. */
const photos: readonly string[] = ['image/png', 'image/jpeg']

async function scaled(picture: ImageBitmap, most: number, type: string): Promise<Blob | null> {
  const scale = most / Math.max(picture.width, picture.height)
  if (scale >= 1) return null
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const paper = canvas.getContext('2d')
  if (!paper) return null
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}

/** Scales a picture to the largest size shown. Small or undecodable pictures stay unchanged: the server checks them. */
async function resizeToShown(folder: ImageFolder, file: File): Promise<Blob> {
  if (!photos.includes(file.type)) return file
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  try {
    return (await scaled(picture, longest[folder], file.type)) ?? file
  } finally {
    picture.close()
  }
}

import type { ImageFolder, StoredImage } from '@torniquete/contract/shared/images.ts'
import { ApiError, isRefusal } from './api-error.ts'
import { call } from './call.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { resizeToShown } from './resize-picture.ts'

/** A newly chosen file; 'none' removes the stored image; null leaves it as it is. */
export type ImageChoice = File | 'none' | null

/** The form's name for the field of its image. */
const imageField = 'image'
const notStoredText = 'Error al subir la imagen'

/** The same error with a rejection of the image field, so that the form shows it there too. */
function atField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const rejection = { type: 'upload', msg: notStoredText, loc: ['body', imageField] }
  return new ApiError(error.status, error.message, [rejection])
}

/** The upload of each chosen file until its form is answered: a repeated save uses the same stored picture. */
const storing = new WeakMap<File, Promise<StoredImage>>()
/** The idempotency key of each upload, for the repeat of one whose answer was lost. */
const keys = new WeakMap<File, string>()

/** Files whose save got no answer: a row may show them, so a later refusal must not delete them. */
const maybeShown = new WeakSet<File>()

async function send(folder: ImageFolder, file: File): Promise<StoredImage> {
  const body = new FormData()
  body.append('file', await resizeToShown(folder, file), file.name)
  try {
    const idempotencyKey = keys.get(file) ?? newIdempotencyKey()
    keys.set(file, idempotencyKey)
    return await call('images.upload', { params: { folder }, body, idempotencyKey })
  } catch (error) {
    storing.delete(file)
    if (isRefusal(error)) keys.delete(file)
    throw atField(error)
  }
}

/** Uploads a picture; asked again with the same file, answers the same upload. */
export function storeImage(folder: ImageFolder, file: File): Promise<StoredImage> {
  const stored = storing.get(file) ?? send(folder, file)
  storing.set(file, stored)
  return stored
}

/** Removes a replaced image in the background: nobody waits for it, and one that is already gone is no error. */
export function forgetImage(path: string | null | undefined): void {
  if (path) call('images.delete', { query: { path } }).catch(() => undefined)
}

/** The two fields by which a row names its image; both null where it has none. */
interface NamedImage {
  url: string | null
  path: string | null
}

const noImage: NamedImage = { url: null, path: null }

/**
 * Uploads the chosen file, saves the row with its address, then deletes the replaced image in the background. `save` gets
 * null where the image stays as it is. Where the upload fails the error names the field `image`, and nothing is saved. A
 * refused save deletes the new image; an unanswered save may have succeeded, so its image stays, and the server deletes it
 * later where no row shows it.
 */
export async function saveWithImage<Result>(
  folder: ImageFolder,
  choice: ImageChoice,
  replacedPath: string | null | undefined,
  save: (image: NamedImage | null) => Promise<Result>,
): Promise<Result> {
  if (choice === null) return save(null)
  const image = choice === 'none' ? noImage : await storeImage(folder, choice)
  const settled = () => choice !== 'none' && storing.delete(choice)
  try {
    const result = await save(image)
    settled()
    forgetImage(replacedPath)
    return result
  } catch (error) {
    if (choice === 'none') throw error
    if (!isRefusal(error)) maybeShown.add(choice)
    else {
      settled()
      // The image is deleted: the same file, chosen once more, needs an upload of its own.
      keys.delete(choice)
      if (!maybeShown.has(choice)) forgetImage(image.path)
    }
    throw error
  }
}

import type { ImageFolder, StoredImage } from '@torniquete/contract/images.ts'
import { ApiError, isRefusal } from './api-error.ts'
import { call } from './call.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { resizeToShown } from './resize-picture.ts'

/** A chosen file, the stored image taken away, or all as it is. */
export type ImageChoice = File | 'none' | null

/** The form's name for the field of its image. */
const imageField = 'image'
const notStoredText = 'Error al subir la imagen'

/** The error, told at the field as well. */
function atField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const rejection = { type: 'upload', msg: notStoredText, loc: ['body', imageField] }
  return new ApiError(error.status, error.message, [rejection])
}

/** Of each chosen file, until its form has an answer: a repeat names the same picture, which is stored once. */
const storing = new WeakMap<File, Promise<StoredImage>>()
/** The key of its upload, which may have been done where its answer was lost. */
const keys = new WeakMap<File, string>()

/** Sent once without an answer: a row may show it, whatever is refused afterwards. */
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

/** Stores a picture, once however often it is asked for the same file. */
export function storeImage(folder: ImageFolder, file: File): Promise<StoredImage> {
  const stored = storing.get(file) ?? send(folder, file)
  storing.set(file, stored)
  return stored
}

/** Removes a replaced image in the background: nobody waits for it, and one that is already gone is no error. */
export function forgetImage(path: string | null | undefined): void {
  if (path) call('images.delete', { query: { path } }).catch(() => undefined)
}

/** What a row names its image by; both null where it has none. */
interface NamedImage {
  url: string | null
  path: string | null
}

const noImage: NamedImage = { url: null, path: null }

/**
 * Stores the chosen file, saves with its address, then removes the replaced image in the background. `save` gets null
 * where the image stays as it is; one that cannot be stored is an error of the form's field `image`, and nothing is
 * saved. A refused save takes the new image back; an unanswered one may have succeeded, and is repeated with it: what is
 * refused later leaves it to the server, which takes away what is shown nowhere.
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
      // It is taken back: the same file, chosen once more, is another upload.
      keys.delete(choice)
      if (!maybeShown.has(choice)) forgetImage(image.path)
    }
    throw error
  }
}

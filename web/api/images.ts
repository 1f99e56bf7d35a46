import type { StoredImage } from '@torniquete/contract/images.ts'
import type { ImageFolder } from '@torniquete/contract/permissions.ts'
import type { ImageChoice } from '../kit/image-rules.ts'
import { ApiError, isRefusal } from './api-error.ts'
import { call } from './call.ts'

/** The form's name for the field of its image. */
const imageField = 'image'
const notStoredText = 'Error al subir la imagen'

/** The error, told at the field as well. */
function atField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const rejection = { type: 'upload', msg: notStoredText, loc: ['body', imageField] }
  return new ApiError(error.status, error.message, [rejection])
}

function storeImage(folder: ImageFolder, file: File): Promise<StoredImage> {
  const body = new FormData()
  body.append('file', file)
  return call('images.upload', { params: { folder }, body }).catch((error: unknown) => {
    throw atField(error)
  })
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
 * saved. A refused save takes the new image back; an unanswered one may have succeeded.
 */
export async function saveWithImage<Result>(
  folder: ImageFolder,
  choice: ImageChoice,
  replacedPath: string | null | undefined,
  save: (image: NamedImage | null) => Promise<Result>,
): Promise<Result> {
  if (choice === null) return save(null)
  const image = choice === 'none' ? noImage : await storeImage(folder, choice)
  try {
    const result = await save(image)
    forgetImage(replacedPath)
    return result
  } catch (error) {
    if (isRefusal(error)) forgetImage(image.path)
    throw error
  }
}

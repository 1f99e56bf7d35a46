import type { StoredImage } from '@torniquete/contract/images.ts'
import type { ImageFolder } from '@torniquete/contract/permissions.ts'
import { isRefusal } from './api-error.ts'
import { call } from './call.ts'

function storeImage(folder: ImageFolder, file: File): Promise<StoredImage> {
  const body = new FormData()
  body.append('file', file)
  return call('images.upload', { params: { folder }, body })
}

/** Removes a replaced image in the background: nobody waits for it, and one that is already gone is no error. */
export function forgetImage(path: string | null | undefined): void {
  if (path) call('images.delete', { query: { path } }).catch(() => undefined)
}

/**
 * Stores the chosen file, saves with its address, then removes the replaced image in the background. `save` gets null
 * where no file was chosen. A refused save takes the new image back; an unanswered one may have succeeded.
 */
export async function saveWithImage<Result>(
  folder: ImageFolder,
  file: File | null,
  replacedPath: string | null | undefined,
  save: (image: StoredImage | null) => Promise<Result>,
): Promise<Result> {
  if (!file) return save(null)
  const image = await storeImage(folder, file)
  try {
    const result = await save(image)
    forgetImage(replacedPath)
    return result
  } catch (error) {
    if (isRefusal(error)) forgetImage(image.path)
    throw error
  }
}

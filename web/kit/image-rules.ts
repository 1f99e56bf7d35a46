import { imageLimit, imageTypes } from '@torniquete/contract/images.ts'

/** A chosen file, the stored image taken away, or all as it is. */
export type ImageChoice = File | 'none' | null

export function isGoodImage(file: Pick<File, 'type' | 'size'>): boolean {
  const types: readonly string[] = imageTypes
  return types.includes(file.type) && file.size <= imageLimit
}

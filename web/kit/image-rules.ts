import { imageLimit, imageTypes } from '@torniquete/contract/images.ts'

export function isGoodImage(file: Pick<File, 'type' | 'size'>): boolean {
  const types: readonly string[] = imageTypes
  return types.includes(file.type) && file.size <= imageLimit
}

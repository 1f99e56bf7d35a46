// Scales pictures down before the upload, so that lists do not load full photos.
import type { ImageFolder } from '@torniquete/contract/shared/images.ts'

/** Pixels of the longer side: twice the largest view, for dense screens. */
const longest: Record<ImageFolder, number> = { clients: 256, users: 256, products: 512, gyms: 512 }
const quality = 0.85
/** Raster formats; SVG is uploaded unchanged. */
const photos: readonly string[] = ['image/png', 'image/jpeg']

function isTransparent({ data }: ImageData): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}

async function scaled(picture: ImageBitmap, most: number): Promise<Blob | null> {
  const scale = most / Math.max(picture.width, picture.height)
  if (scale >= 1) return null
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const paper = canvas.getContext('2d')
  if (!paper) return null
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const type = isTransparent(paper.getImageData(0, 0, canvas.width, canvas.height)) ? 'image/png' : 'image/jpeg'
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}

/**
 * Scales a picture to its largest shown size (see `longest`). Small or undecodable pictures are sent unchanged, and the
 * server validates them.
 */
export async function resizeToShown(folder: ImageFolder, file: File): Promise<Blob> {
  if (!photos.includes(file.type)) return file
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  try {
    return (await scaled(picture, longest[folder])) ?? file
  } finally {
    picture.close()
  }
}

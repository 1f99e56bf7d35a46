// Size of a face photo for terminals: upright, 480 × 640, JPEG.

const width = 480
const height = 640
const quality = 0.85

/** The middle of the picture in base64. Rejects if the browser cannot decode it. */
export async function makeFacePhoto(source: Blob): Promise<string> {
  const picture = await createImageBitmap(source)
  const scale = Math.max(width / picture.width, height / picture.height)
  const [wide, high] = [picture.width * scale, picture.height * scale]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('no canvas')
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, width, height)
  paper.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high)
  picture.close()
  return canvas.toDataURL('image/jpeg', quality).replace(/^data:[^,]*,/, '')
}

// What an upload is, by its bytes; what its name or type claims counts for nothing.
import { fail } from '@torniquete/contract/errors.ts'
import type { imageTypes } from '@torniquete/contract/images.ts'

type ImageType = (typeof imageTypes)[number]

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]
const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)

// Anything in an SVG that runs, loads or embeds: scripts, handlers, foreign documents, entities, outside references.
// References within the drawing stay: gradients, clips and repeated shapes are made of them.
const activeContent = [
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|object|embed|handler|set|animate\w*)\b/i,
  /[\s"'/]on\w+\s*=/i,
  /<!ENTITY/i,
  /<\?xml-stylesheet/i,
  /@import/i,
  /(?:href|src)\s*=(?!\s*["']?\s*(?:#|data:image\/(?:png|jpeg);))/i,
  /url\((?!\s*["']?\s*#)/i,
]

/** The type, or a refusal: image.invalid where it is none of ours, image.active-content for an SVG that could act. */
export function imageTypeOf(bytes: Uint8Array): ImageType {
  if (startsWith(bytes, png)) return 'image/png'
  if (startsWith(bytes, jpeg)) return 'image/jpeg'
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    fail('image.invalid')
  }
  if (
    !/^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\])?>\s*)*<svg[\s>]/i.test(text)
  )
    fail('image.invalid')
  // Character references could spell any of these; no drawing program writes letters so.
  if (activeContent.some((pattern) => pattern.test(text)) || /&#x?[0-9a-f]+;/i.test(text)) fail('image.active-content')
  return 'image/svg+xml'
}

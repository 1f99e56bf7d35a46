// Detects the type of an upload by its bytes, whatever its name says.
import { fail } from '@torniquete/contract/shared/errors.ts'
import type { imageTypes } from '@torniquete/contract/shared/images.ts'

type ImageType = (typeof imageTypes)[number]

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]
const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)

// Parts of an SVG that run, load or embed: scripts, handlers, foreign documents, entities, outside references.
// References within the drawing are allowed.
const activeContent = [
  /< ?(?:[\w-]{1,40}:)?(?:script|foreignObject|iframe|object|embed|handler|set|animate\w*)\b/i,
  /[ "'/]on\w{1,40} ?=/i,
  /<!ENTITY/i,
  /<\?xml-stylesheet/i,
  /@import/i,
  /(?:href|src) ?=(?! ?["']? ?(?:#|data:image\/(?:png|jpeg);))/i,
  /url\((?! ?["']? ?#)/i,
]

const prologue = [
  ['<?xml ', '?>'],
  ['<!--', '-->'],
] as const

/** Text after declaration, comments and document type; null if it is no drawing. Linear time. */
function withoutPrologue(text: string): string | null {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    if (text[at] === ' ') at += 1
    const skipped = prologue.find(([start]) => text.startsWith(start, at))
    if (skipped) {
      const end = text.indexOf(skipped[1], at)
      if (end < 0) return null
      at = end + skipped[1].length
    } else if (/^<!doctype svg/i.test(text.slice(at, at + 13))) {
      const end = text.indexOf('>', at)
      // An internal subset declares entities.
      if (end < 0 || text.slice(at, end).includes('[')) fail('image.active-content')
      at = end + 1
    } else return /^<svg[ >/]/i.test(text.slice(at, at + 5)) ? text : null
  }
}

/** The type. Fails with image.invalid for others, image.active-content for an SVG that could act. */
export function detectImageType(bytes: Uint8Array): ImageType {
  if (startsWith(bytes, png)) return 'image/png'
  if (startsWith(bytes, jpeg)) return 'image/jpeg'
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    fail('image.invalid')
  }
  // Single blanks, since the patterns expect them.
  const drawing = withoutPrologue(text.replace(/\s+/g, ' '))
  if (drawing === null) fail('image.invalid')
  // Character references could spell any of these, and drawing programs do not write letters so.
  if (activeContent.some((pattern) => pattern.test(drawing)) || /&#x?[0-9a-f]+;/i.test(drawing))
    fail('image.active-content')
  return 'image/svg+xml'
}

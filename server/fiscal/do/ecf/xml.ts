// Text of the XML documents for DGII: no empty tags, no blanks between tags, and characters as C14N writes them.
import { defaultTimeZone, toLocalTime } from '@torniquete/contract/shared/dates.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Characters that XML 1.0 does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these control characters.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu

/** Removes characters that XML does not allow, and joins words by single blanks. */
const cleanText = (text: string): string => text.replace(forbidden, '').replace(/\s+/g, ' ').trim()

/** Cuts a text to the length of its field. Lengths are UTF-16 units, the strictest reading of DGII's schemas. */
export function clipFieldText(text: string | null, maxLength: number): string | null {
  if (text === null) return null
  // An emoji cut in half is a lone surrogate, which the second call removes.
  return cleanText(cleanText(text).slice(0, maxLength))
}

/** Element with a text; empty string if there is no text. */
export function makeFieldXml(tag: string, value: string | number | null): string {
  const text = cleanText(String(value ?? ''))
  return text === '' ? '' : `<${tag}>${text.replace(/[&<>]/g, (character) => escapes[character] ?? '')}</${tag}>`
}

/** Element with child elements; empty string if all children are empty. */
export function makeGroupXml(tag: string, ...children: string[]): string {
  const content = children.join('')
  return content === '' ? '' : `<${tag}>${content}</${tag}>`
}

export const addXmlDeclaration = (root: string): string => `<?xml version="1.0" encoding="utf-8"?>${root}`

/** `2026-11-30` → `30-11-2026`. */
export const formatDgiiDay = (day: string): string => day.split('-').reverse().join('-')

/** `30-11-2026` → `2026-11-30`. */
export const parseDgiiDay = (text: string): string => text.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$2-$1')

/** Instant in DGII's time zone (GMT−4, without daylight saving time): `30-11-2026 15:04:05`. */
export function formatDgiiInstant(instant: Date): string {
  const [day = '', time = ''] = toLocalTime(defaultTimeZone, instant).split(' ')
  return `${formatDgiiDay(day)} ${time}`
}

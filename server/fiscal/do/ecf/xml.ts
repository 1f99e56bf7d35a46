// Text of the XML documents for DGII: no empty tags, no blanks between tags, and characters as C14N writes them.
import { defaultTimeZone, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import type { XmlElement } from './parse-xml.ts'

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

/** Element with a text; null if there is no text. */
export function makeField(tag: string, value: string | number | null): XmlElement | null {
  const text = cleanText(String(value ?? ''))
  return text === '' ? null : { tag, attributes: {}, text, children: [] }
}

/** Element with child elements; null if all of them are null. */
export function makeGroup(tag: string, ...elements: (XmlElement | null)[]): XmlElement | null {
  const children = elements.filter((element) => element !== null)
  return children.length === 0 ? null : { tag, attributes: {}, text: '', children }
}

const formatElement = ({ tag, text, children }: XmlElement): string =>
  `<${tag}>${text.replace(/[&<>]/g, (character) => escapes[character] ?? '')}${children.map(formatElement).join('')}</${tag}>`

export const addXmlDeclaration = (root: string): string => `<?xml version="1.0" encoding="utf-8"?>${root}`

/** Canonical XML of an element without attributes, after the declaration; empty content for null. */
export const formatXml = (root: XmlElement | null): string => addXmlDeclaration(root ? formatElement(root) : '')

/** `2026-11-30` → `30-11-2026`. */
export const formatDgiiDay = (day: string): string => day.split('-').reverse().join('-')

/** `30-11-2026` → `2026-11-30`. */
export const parseDgiiDay = (text: string): string => text.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$2-$1')

/** Instant in DGII's time zone (GMT−4, without daylight saving time): `30-11-2026 15:04:05`. */
export function formatDgiiInstant(instant: Date): string {
  const [day = '', time = ''] = toLocalTime(defaultTimeZone, instant).split(' ')
  return `${formatDgiiDay(day)} ${time}`
}

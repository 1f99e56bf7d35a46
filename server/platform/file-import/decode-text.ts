import iconv from 'iconv-lite'
import { decodeWindows1252 } from './windows-1252.ts'

const letter = /\p{L}/u

/** Points of a character outside ASCII between its neighbours: high for Spanish words, negative for signs within words. */
function rateCharacter(before: string, sign: string, after: string): number {
  const isWithinWord = letter.test(before) || letter.test(after)
  if (/[\p{Cc}\ufffd\u2500-\u25ff]/u.test(sign)) return -4
  if (/[ªº°“”«»‘¿¡…]/.test(sign)) return 0
  // D’Oleo, O’Neil: other encodings have a vowel at the same byte.
  if (sign === '’') return letter.test(before) && before === before.toUpperCase() ? 3 : 0
  if (!letter.test(sign) || /[ŒœƒŽž]/.test(sign)) return isWithinWord ? -2 : 0
  // A capital within small letters: `JosÈ`, `DíOleo`.
  if (sign !== sign.toLowerCase() && letter.test(before) && before === before.toLowerCase()) return -1
  return isWithinWord && /[áéíóúüñ]/i.test(sign) ? 2 : 0.5
}

function rateText(text: string): number {
  let sum = 0
  for (const { index, 0: sign } of text.matchAll(/[^\0-\x7f]/g))
    sum += rateCharacter(text.charAt(index - 1), sign, text.charAt(index + 1))
  return sum
}

/** The single-byte encoding in which the text scores best: Windows, old Mac, or DOS. */
function decodeSingleBytes(bytes: Uint8Array): string {
  const windows = decodeWindows1252(bytes)
  const isMac = /\r(?!\n)/.test(windows) && !windows.includes('\n')
  const read = [
    { text: windows, points: rateText(windows) },
    ...['macintosh', 'cp850'].map((encoding) => {
      const text = iconv.decode(bytes, encoding)
      return { text, points: rateText(text) + (encoding === 'macintosh' ? (isMac ? 1 : -1) : 0) }
    }),
  ]
  return read.reduce((best, each) => (each.points > best.points ? each : best)).text
}

/** Excel writes UTF-8 with a BOM, UTF-16 as "Unicode", and otherwise the system's code page. */
export function decodeText(file: Uint8Array): string {
  if (file[0] === 0xff && file[1] === 0xfe) return iconv.decode(file, 'utf-16le')
  if (file[0] === 0xfe && file[1] === 0xff) return iconv.decode(file, 'utf-16be')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return decodeSingleBytes(file)
  }
}

import iconv from 'iconv-lite'

/** Decodes any bytes. Bytes without a character become U+FFFD; `TextDecoder` would return control characters. */
export const decodeWindows1252 = (bytes: Uint8Array): string => iconv.decode(bytes, 'win1252')

const spanishLetters = /[áéíóúüñ]/i
const letter = /\p{L}/u
const isBlank = (text: string) => /^\s?$/.test(text)

/**
 * Rates a non-ASCII character by its neighbours: high for letters in Spanish words, negative for symbols inside
 * words.
 */
function rateCharacter(before: string, sign: string, after: string): number {
  const [isAfterLetter, isBeforeLetter] = [letter.test(before), letter.test(after)]
  if (sign === '\ufffd' || /[\p{Cc}\u2500-\u25ff]/u.test(sign)) return -4
  // Names such as D’Oleo or O’Neil: in other encodings the byte of this apostrophe is a vowel.
  if (sign === '’' && isAfterLetter && isBeforeLetter) return before === before.toUpperCase() ? 3 : 1
  if (/[ªº°]/.test(sign)) return /[\p{L}\d.]/u.test(before) ? 1 : 0
  if (/[¿¡“‘«]/.test(sign)) return isAfterLetter ? -2 : isBeforeLetter ? 1 : 0
  if (/[”’»…]/.test(sign)) return isBeforeLetter ? -2 : isAfterLetter ? 1 : 0
  if (/[–—]/.test(sign)) return isAfterLetter || isBeforeLetter ? -2 : isBlank(before) && isBlank(after) ? 0.5 : 0
  if (!letter.test(sign)) return isAfterLetter || isBeforeLetter ? -2 : 0
  // Wrong decoding shows by a capital after a small letter: `JosÈ`, `DíOleo`.
  const isCapital = sign !== sign.toLowerCase()
  if (isCapital && isAfterLetter && before === before.toLowerCase()) return -1
  if (/[ŒœƒªºŽž]/.test(sign)) return -1
  return spanishLetters.test(sign) && (isAfterLetter || isBeforeLetter) ? 2 : 0.5
}

function rateText(text: string): number {
  let sum = 0
  for (const { index, 0: sign } of text.matchAll(/[^\0-\x7f]/g))
    sum += rateCharacter(text.charAt(index - 1), sign, text.charAt(index + 1))
  return sum
}

/** Decodes in the single-byte encoding in which the text scores best: Windows, old Mac, or DOS. */
export function decodeSingleByteText(bytes: Uint8Array): string {
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

/** Decodes a text file. Excel writes UTF-8 with a BOM, UTF-16 as "Unicode", and otherwise the system's code page. */
export function decodeText(file: Uint8Array): string {
  if (file[0] === 0xff && file[1] === 0xfe) return iconv.decode(file, 'utf-16le')
  if (file[0] === 0xfe && file[1] === 0xff) return iconv.decode(file, 'utf-16be')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return decodeSingleByteText(file)
  }
}

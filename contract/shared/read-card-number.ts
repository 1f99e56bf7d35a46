// Numbers of proximity cards: cards are printed in several forms, while terminals report only decimal digits.
import type { InputResult } from './parse-input.ts'

const cardText = 'Debe ser el número que lee el lector, solo cifras, como 0005076483'

/** Removes labels and a decimal part, as in `N° 0005076483` or `Tarjeta: 5076483.0`. */
const removeLabel = (text: string): string =>
  text.replace(/^(?:(?:tarjeta|card|n(?:[º°o.]|ro|um)*|#)[\s.:]*)+(?=\d)/i, '').replace(/^(\d+)\.0+$/, '$1')

/** Reads `077,30211`: facility code and card number, which together make a number of three bytes. */
function readPair(text: string): number | null {
  const [, facility = '', number = ''] = /^(\d{1,3})\s?[\s,.:/-]\s?(\d{1,5})$/.exec(text) ?? []
  if (number.length !== 5 && !(facility.startsWith('0') && facility.length === 3)) return null
  return facility === '' || Number(facility) > 255 || Number(number) > 65_535
    ? null
    : Number(facility) * 65_536 + Number(number)
}

/** Reads `0A004D7603`, `00 4D 76 03` or `0x4D7603` (last four bytes). Digits alone are decimal unless after `0x`. */
function readHexadecimal(text: string): number | null {
  const bytes = /^[\da-f]{2}([\s:.-][\da-f]{2})+$/i.test(text)
  const digits = bytes ? text.replace(/[\s:.-]/g, '') : text.replace(/^0x/i, '')
  if (!/^[\da-f]{4,10}$/i.test(digits) || (!/[a-f]/i.test(digits) && !/^0x/i.test(text))) return null
  return Number.parseInt(digits.slice(-8), 16)
}

/**
 * Reads a card number as printed or scanned and converts it to the reader's decimal digits. A text of digits only is
 * kept, with its leading zeros.
 */
export function readCardNumber(typed: string): InputResult<string> {
  const text = removeLabel(typed.trim())
  if (/^\d{1,20}$/.test(text)) return { value: text }
  // Many cards show the decimal number and the pair side by side; both must denote the same card.
  const [, decimal = '', pair = ''] = /^(\d{8,10})\s+(\d{1,3}\s?[,.:/-]\s?\d{5})$/.exec(text) ?? []
  if (pair && readPair(pair) === Number(decimal) % 0x1000000) return { value: decimal }
  const number = readPair(text) ?? readHexadecimal(text)
  if (number !== null) return { value: String(number) }
  // Accepts groups of thousands: `0 005 076 483`, `5.076.483`.
  if (/^\d{1,3}([ .,'])\d{3}(\1\d{3})+$/.test(text)) return { value: text.replace(/\D/g, '') }
  return { error: cardText }
}

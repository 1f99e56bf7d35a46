// Dominican identity numbers: RNC of companies (9 digits) and cédula of persons (11 digits).
// Source: check digits as in python-stdnum (`do.rnc`, `do.cedula`).

export type TaxIdKind = 'rnc' | 'cedula'

/** Kind of an identity number in the monthly files of DGII. */
export const taxIdKindCodes: Record<TaxIdKind, '1' | '2'> = { rnc: '1', cedula: '2' }

export interface TaxId {
  /** Digits only. */
  digits: string
  kind: TaxIdKind
  /** Some real numbers fail the check digit: warn, never refuse. */
  hasValidCheckDigit: boolean
}

const rncWeights = [7, 9, 8, 6, 5, 4, 3, 2]

function hasValidRncDigit(digits: string): boolean {
  const sum = rncWeights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return Number(digits[8]) === ((10 - (sum % 11)) % 9) + 1
}

/** Luhn algorithm. */
function hasValidCedulaDigit(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return sum % 10 === 0
}

/** Reads a typed number, in which blanks and dashes may stand; null for letters and other lengths. */
export function parseTaxId(text: string): TaxId | null {
  const digits = text.replace(/[\s-]/g, '')
  if (/^\d{9}$/.test(digits)) return { digits, kind: 'rnc', hasValidCheckDigit: hasValidRncDigit(digits) }
  if (/^\d{11}$/.test(digits)) return { digits, kind: 'cedula', hasValidCheckDigit: hasValidCedulaDigit(digits) }
  return null
}

/** `00113918205` → `001-1391820-5`, `101850043` → `1-01-85004-3`. */
export const formatTaxId = (digits: string): string =>
  digits.length === 11
    ? `${digits.slice(0, 3)}-${digits.slice(3, 10)}-${digits.slice(10)}`
    : `${digits.slice(0, 1)}-${digits.slice(1, 3)}-${digits.slice(3, 8)}-${digits.slice(8)}`

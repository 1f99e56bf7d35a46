import { foldName } from '@torniquete/contract/shared/names.ts'
import { cleanText } from '@torniquete/contract/shared/plain-text.ts'
import { normalizeCode, type Product } from '@torniquete/contract/till/products.ts'

/** True if the text is the product's whole code, ignoring leading zeros and case. */
export const codeIs = ({ code }: Product, text: string): boolean =>
  code !== null &&
  (code === text.trim() || (/[1-9]/.test(text) && normalizeCode(code) === normalizeCode(cleanText(text))))

const withoutSigns = (code: string): string => foldName(code).replace(/[^a-z0-9]/g, '')

/** True if a product's code matches except for punctuation, which a reader with another keyboard layout changes. */
export const isTypedByOtherKeyboard = (code: string, products: readonly Product[]): boolean =>
  withoutSigns(code).length > 2 &&
  products.some((product) => product.code && withoutSigns(product.code) === withoutSigns(code))

/** Search texts of a product besides its code. */
export const searchText = ({ name, description }: Product): string => `${name} ${description ?? ''}`

/** Parses `3*agua`: quantity, possibly zero, and search text. */
export function readTimes(text: string): { times: number; wanted: string } {
  const [, times, wanted] = /^\s*(\d{1,3})\s*[*](.*)$/.exec(text) ?? []
  return wanted === undefined ? { times: 1, wanted: text.trim() } : { times: Number(times), wanted: wanted.trim() }
}

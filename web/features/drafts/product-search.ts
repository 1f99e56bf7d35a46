import { foldName } from '@torniquete/contract/shared/names.ts'
import { cleanText } from '@torniquete/contract/shared/plain-text.ts'
import { normalizeCode, type Product } from '@torniquete/contract/till/products.ts'

/** True if this is the product's whole code, zeros at its beginning and capitals aside: a part would find another product. */
export const codeIs = ({ code }: Product, text: string): boolean =>
  code !== null &&
  (code === text.trim() || (/[1-9]/.test(text) && normalizeCode(code) === normalizeCode(cleanText(text))))

const withoutSigns = (code: string): string => foldName(code).replace(/[^a-z0-9]/g, '')

/** True if a product has this code but for its signs, as where the reader types for a keyboard that is not the computer's. */
export const isTypedByOtherKeyboard = (code: string, products: readonly Product[]): boolean =>
  withoutSigns(code).length > 2 &&
  products.some((product) => product.code && withoutSigns(product.code) === withoutSigns(code))

/** The texts by which a product is found, besides its whole code. */
export const searchText = ({ name, description }: Product): string => `${name} ${description ?? ''}`

/** Reads `3*agua`: the quantity, which may be zero, and the rest of the text. */
export function readTimes(text: string): { times: number; wanted: string } {
  const [, times, wanted] = /^\s*(\d{1,3})\s*[*](.*)$/.exec(text) ?? []
  return wanted === undefined ? { times: 1, wanted: text.trim() } : { times: Number(times), wanted: wanted.trim() }
}

import { holdsWords } from '@torniquete/contract/names.ts'
import type { Product } from '@torniquete/contract/products.ts'

/** Never a part of it: a scanner would sell another product. */
export const codeIs = (product: Product, text: string): boolean => product.code !== null && product.code === text.trim()

/** Each word somewhere in the name or description, ignoring case and accents, in any order; or the whole code. */
export function matchesText(product: Product, text: string): boolean {
  return holdsWords(`${product.name} ${product.description ?? ''}`, text) || codeIs(product, text)
}

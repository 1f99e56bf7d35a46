import type { Product } from '@torniquete/contract/products.ts'

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Never a part of it: a scanner would sell another product. */
export const codeIs = (product: Product, text: string): boolean => product.code !== null && product.code === text.trim()

/** Each word somewhere in the name or description, ignoring case and accents, in any order; or the whole code. */
export function matchesText(product: Product, text: string): boolean {
  const folded = fold(`${product.name} ${product.description ?? ''}`)
  const words = fold(text).split(/\s+/).filter(Boolean)
  return words.every((word) => folded.includes(word)) || codeIs(product, text)
}

import type { Product } from '@torniquete/contract/products.ts'

/** Never a part of it: a scanner would sell another product. */
export const codeIs = (product: Product, text: string): boolean => product.code !== null && product.code === text.trim()

/** What a product is found by, beside its whole code. */
export const searchText = ({ name, description }: Product): string => `${name} ${description ?? ''}`

/** `3*agua`: three of what follows. */
export function readTimes(text: string): { times: number; wanted: string } {
  const [, times, wanted] = /^\s*(\d{1,3})\s*[*](.*)$/.exec(text) ?? []
  const read = Number(times ?? 1)
  return read > 0 && wanted !== undefined ? { times: read, wanted: wanted.trim() } : { times: 1, wanted: text.trim() }
}

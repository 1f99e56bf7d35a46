import type { Product } from '@torniquete/contract/products.ts'

/** Whether this is the product's whole code: a partial match would make a scanner sell another product. */
export const codeIs = (product: Product, text: string): boolean => product.code !== null && product.code === text.trim()

/** The texts by which a product is found, besides its whole code. */
export const searchText = ({ name, description }: Product): string => `${name} ${description ?? ''}`

/** Reads `3*agua`: the quantity, which may be zero, and the rest of the text. */
export function readTimes(text: string): { times: number; wanted: string } {
  const [, times, wanted] = /^\s*(\d{1,3})\s*[*](.*)$/.exec(text) ?? []
  return wanted === undefined ? { times: 1, wanted: text.trim() } : { times: Number(times), wanted: wanted.trim() }
}

import type { Product } from '@torniquete/contract/products.ts'

/** Never a part of it: a scanner would sell another product. */
export const codeIs = (product: Product, text: string): boolean => product.code !== null && product.code === text.trim()

/** What a product is found by, beside its whole code. */
export const searchText = ({ name, description }: Product): string => `${name} ${description ?? ''}`

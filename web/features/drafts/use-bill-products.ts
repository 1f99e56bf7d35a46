// Products for a bill. The first thousand are searched in the browser, larger stocks by the server.
import { useDebouncedValue } from '@mantine/hooks'
import { findByCode, type Product } from '@torniquete/contract/till/products.ts'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { useEndpoint, useEndpoints } from '../../api/use-endpoint.ts'
import { toast } from '../../kit/toast.ts'
import { matching } from '../../kit/use-matching.ts'
import { codeIs, searchText } from './product-search.ts'

const atHand = { page: 0, size_page: 1000 }
const searched = { page: 0, size_page: 50 }
const typingPause = 180
const none: readonly Product[] = []

export interface BillProducts {
  products: readonly Product[]
  /** True if all products are loaded. */
  complete: boolean
  /** Ids of missing products. */
  gone: readonly number[]
  pending: boolean
  error: Error | null
}

/** `needed`: ids that are always read, such as those on the bill. */
export function useBillProducts(needed: readonly number[] = []): BillProducts {
  const { data, isPending, error } = useEndpoint('products.list', { query: atHand })
  const first = data?.items ?? none
  const beyond = data ? needed.filter((id) => !first.some((product) => product.id === id)) : []
  const others = useEndpoints(
    'products.read',
    beyond.map((id) => ({ params: { id_product: id } })),
  )
  const known = others.filter((other) => other !== null && other !== undefined)
  const products = known.length > 0 ? [...first, ...known] : first
  const gone = beyond.filter((_, at) => others[at] === null)
  return { products, complete: data !== undefined && data.total <= first.length, gone, pending: isPending, error }
}

export interface FoundProducts {
  found: readonly Product[]
  /** True while the server's search is running. */
  searching: boolean
  error: Error | null
}

export function useProductSearch(text: string, { products, complete, pending, error }: BillProducts): FoundProducts {
  const wanted = text.trim()
  const [asked] = useDebouncedValue(wanted, typingPause)
  const beyond = !complete && !pending && asked !== ''
  const query = { ...searched, product_name: asked }
  const more = useEndpoint('products.list', { query }, { enabled: beyond })
  const extra = beyond && !more.isPlaceholderData ? more.data?.items : undefined
  const found = useMemo(() => {
    const known = new Map([...products, ...(extra ?? none)].map((product) => [product.id, product]))
    const all = [...known.values()]
    const named = matching(all, wanted, searchText)
    const coded = all.filter((product) => codeIs(product, wanted) && !named.includes(product))
    return [...coded, ...named]
  }, [products, extra, wanted])
  const behind = beyond && (asked !== wanted || more.isPending || more.isPlaceholderData)
  return { found, searching: pending || behind, error: error ?? more.error }
}

/** Scanned codes being read while scanning continues. */
let asked = 0

/** Reads a product by code; null if unknown. */
export async function readProductByCode(code: string): Promise<Product | null> {
  asked += 1
  try {
    const { items } = await call('products.list', { query: { ...searched, product_name: code } })
    return findByCode(items, code) ?? null
  } finally {
    asked -= 1
  }
}

/** Products that the browser searches itself. */
export const readFirstProducts = async (): Promise<Product[]> => (await call('products.list', { query: atHand })).items

/** True, with a toast, if a scanned code is still being looked up: the bill would lack it. */
export function warnPendingCode(): boolean {
  if (asked > 0) toast.info('Todavía se busca un código', 'Registra la factura cuando el producto esté en ella.')
  return asked > 0
}

// Rewrites addresses of former versions, in which bills and client cards had no path: `/clients?client=5`.
import type { RawSearch } from './search-values.ts'

interface Address {
  pathname: string
  search: RawSearch
}

const documentOfTab: Record<string, string> = { purchases: 'purchase', memberships: 'payment' }

/** Path of a client card's dialog, formerly at `/clients/5/edit` or, for a receipt, `/clients/collections/9`. */
function cardPath(pathname: string, id: unknown): string {
  if (pathname === '/clients') return `/clients/${id}/card`
  const over = pathname.match(/^\/clients\/(?:\d+\/([a-z]+)|(collections\/\d+))$/)
  return over ? `/clients/${id}/card/${over[1] ?? over[2]}` : pathname
}

const openingParams: Record<string, Record<string, (address: Address, id: unknown) => string>> = {
  '/clients': { client: ({ pathname }, id) => cardPath(pathname, id) },
  '/billing': {
    sale: (_, id) => `/billing/bill/sale/${id}`,
    payment: (_, id) => `/billing/bill/payment/${id}`,
  },
  '/inventory': { purchase: (_, id) => `/inventory/bill/purchase/${id}` },
  '/discounts': { bill: (_, id) => `/discounts/bill/sale/${id}` },
  '/cash-flow': { bill: ({ search }, id) => `/cash-flow/bill/${documentOfTab[String(search.tab)] ?? 'sale'}/${id}` },
}

export function replaceOldAddress({ pathname, search }: Address): Address | null {
  const receipt = pathname.match(/^\/clients(\/collections\/\d+)\/?$/)?.[1]
  if (receipt && search.client === undefined) return { pathname: receipt.replace(/\/\d+$/, ''), search: {} }
  for (const [param, pathOf] of Object.entries(openingParams[pathname.match(/^\/[^/]*/)?.[0] ?? ''] ?? {})) {
    const { [param]: id, ...rest } = search
    if (id !== undefined)
      return { pathname: pathOf({ pathname: pathname.replace(/\/$/, ''), search }, id), search: rest }
  }
  return null
}

import { type RawSearch, readDay, readText, readWhole } from './search-values.ts'

export type ProductsLayout = 'cards' | 'table'

/** What the address of the inventory holds; what is absent is as usual. Pages and sizes are those of the tab's list. */
export interface InventorySearch {
  tab?: 'suppliers'
  /** Absent is what this browser showed last. */
  view?: ProductsLayout
  /** Name or code of products; name of the purchases' supplier. */
  name?: string
  /** Counts from 0. */
  page?: number
  size?: number
  /** The purchases' days; absent is today. */
  start?: string
  end?: string
  /** The purchase whose bill is open. */
  purchase?: number
}

/** Rows of a page, as long as nobody chose another size (spec §9). */
export const usualPageSizes = { cards: 8, table: 10, purchases: 10 } as const

export function readInventorySearch(raw: RawSearch): InventorySearch {
  return {
    tab: raw.tab === 'suppliers' ? 'suppliers' : undefined,
    view: readLayout(raw.view),
    name: readText(raw.name),
    page: readWhole(raw.page, 1),
    size: readWhole(raw.size, 1, 1000),
    start: readDay(raw.start),
    end: readDay(raw.end),
    purchase: readWhole(raw.purchase, 1),
  }
}

export function readLayout(value: unknown): ProductsLayout | undefined {
  return value === 'cards' || value === 'table' ? value : undefined
}

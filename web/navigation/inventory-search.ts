import { filterFields, pageFields, reading, readOne } from './search-values.ts'

export type ProductsLayout = 'cards' | 'table'

/** Default page sizes (spec §9). */
export const usualPageSizes = { cards: 8, table: 10, purchases: 10 } as const

export const readLayout = (value: unknown) => readOne<ProductsLayout>(value, ['cards', 'table'])

/** Filter and page of the tab's list: products by name or code, purchases by supplier. */
export const readInventorySearch = reading({
  tab: (value) => readOne(value, ['suppliers']),
  /** Default: the last layout of this browser. */
  view: readLayout,
  ...filterFields,
  ...pageFields,
})

/** Search params of the inventory; a missing one is the default. */
export type InventorySearch = ReturnType<typeof readInventorySearch>

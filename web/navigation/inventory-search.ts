import { filterFields, makeSearchReader, pageFields, readOne } from './search-values.ts'

export type ProductsLayout = 'cards' | 'table'

export const usualPageSizes = { cards: 8, table: 10, purchases: 10 } as const

export const readLayout = (value: unknown) => readOne<ProductsLayout>(value, ['cards', 'table'])

export const readInventorySearch = makeSearchReader({
  tab: (value) => readOne(value, ['suppliers']),
  /** If missing, the layout last used in this browser. */
  view: readLayout,
  ...filterFields,
  ...pageFields,
})

export type InventorySearch = ReturnType<typeof readInventorySearch>

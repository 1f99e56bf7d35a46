import { filterReaders, makeSearchReader, pageReaders, readOne } from './search-values.ts'

export type ProductsLayout = 'cards' | 'table'

export const defaultPageSizes = { cards: 8, table: 10, purchases: 10 } as const

export const readLayout = (value: unknown) => readOne<ProductsLayout>(value, ['cards', 'table'])

export const readInventorySearch = makeSearchReader({
  tab: (value) => readOne(value, ['suppliers']),
  /** If missing, the layout last used in this browser. */
  view: readLayout,
  ...filterReaders,
  ...pageReaders,
})

export type InventorySearch = ReturnType<typeof readInventorySearch>

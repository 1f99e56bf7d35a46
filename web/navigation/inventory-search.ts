import { filterReaders, makeSearchReader, pageReaders, readChoice } from './search-values.ts'

export type ProductsLayout = 'cards' | 'table'

export const defaultInventoryPageSizes = { cards: 8, table: 10, purchases: 10 } as const

export const readProductsLayout = (value: unknown) => readChoice<ProductsLayout>(value, ['cards', 'table'])

export const readInventorySearch = makeSearchReader({
  tab: (value) => readChoice(value, ['suppliers']),
  /** If missing, the layout last used in this browser. */
  view: readProductsLayout,
  ...filterReaders,
  ...pageReaders,
})

export type InventorySearch = ReturnType<typeof readInventorySearch>

import { type ProductsLayout, readLayout } from '../../navigation/inventory-search.ts'

const storageKey = 'inventory_view'

/** How this browser showed the products last; cards where it never did. */
export const rememberedLayout = (): ProductsLayout => readLayout(localStorage.getItem(storageKey)) ?? 'cards'

export const rememberLayout = (layout: ProductsLayout): void => localStorage.setItem(storageKey, layout)

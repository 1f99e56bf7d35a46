// Frequent products of this computer, by gym, from the latest products sold, in local storage.
import { isOffered, type Product } from '@torniquete/contract/till/products.ts'
import { keepJson, parsed } from '../../api/stored-entries.ts'

/** About a busy day's picks, so that old products drop out. */
const remembered = 300

const nameOf = (gym: number) => `frequent:${gym}`

function readPicks(gym: number): readonly number[] {
  const picks = parsed<unknown[]>(localStorage.getItem(nameOf(gym)), Array.isArray)
  return picks?.filter((id) => typeof id === 'number') ?? []
}

export function rememberPick(gym: number, { id }: Pick<Product, 'id'>): void {
  // If storage is full or forbidden, the tiles stay unchanged.
  keepJson('localStorage', nameOf(gym), [...readPicks(gym), id].slice(-remembered))
}

/** The first `count` sellable products by number of picks, then by list order. */
export function frequentProducts(gym: number, products: readonly Product[], count = 8): Product[] {
  const picks = new Map<number, number>()
  for (const id of readPicks(gym)) picks.set(id, (picks.get(id) ?? 0) + 1)
  const picksOf = ({ id }: Product) => picks.get(id) ?? 0
  return products
    .filter(isOffered)
    .sort((one, other) => picksOf(other) - picksOf(one))
    .slice(0, count)
}

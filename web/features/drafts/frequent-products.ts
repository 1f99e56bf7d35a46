// What is sold most at this counter: the products last put into sales on this computer, by gym, in local storage.
import { isOffered, type Product } from '@torniquete/contract/products.ts'
import { keepJson, parsed } from '../../api/stored-entries.ts'

/** As many picks are remembered as a busy day has: what nobody buys any more falls out by itself. */
const remembered = 300

const nameOf = (gym: number) => `frequent:${gym}`

function readPicks(gym: number): readonly number[] {
  const picks = parsed<unknown[]>(localStorage.getItem(nameOf(gym)), Array.isArray)
  return picks?.filter((id) => typeof id === 'number') ?? []
}

export function rememberPick(gym: number, { id }: Pick<Product, 'id'>): void {
  // Where storage is full or forbidden the tiles stay as they are.
  keepJson('localStorage', nameOf(gym), [...readPicks(gym), id].slice(-remembered))
}

/** The first `count` of those that may be sold: the most picked first, then the others in the list's order. */
export function frequentProducts(gym: number, products: readonly Product[], count = 8): Product[] {
  const picks = new Map<number, number>()
  for (const id of readPicks(gym)) picks.set(id, (picks.get(id) ?? 0) + 1)
  const picksOf = ({ id }: Product) => picks.get(id) ?? 0
  return products
    .filter(isOffered)
    .sort((one, other) => picksOf(other) - picksOf(one))
    .slice(0, count)
}

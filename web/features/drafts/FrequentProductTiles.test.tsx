import type { Product } from '@torniquete/contract/till/products.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { listFrequentProducts, recordProductPick } from './FrequentProductTiles.tsx'

const product = (id: number, more: Partial<Product> = {}) =>
  ({ id, name: `Producto ${id}`, quantity: 5, sale_price: '10.00', ...more }) as Product
const shelf = [product(1), product(2, { quantity: 0 }), product(3), product(4, { sale_price: null }), product(5)]
const shown = (gym = 1, count = 8) => listFrequentProducts(gym, shelf, count).map(({ id }) => id)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  })
})

test('frequent products: the most picked come first, without products that cannot be sold', () => {
  expect(shown()).toEqual([1, 3, 5])
  for (const id of [5, 3, 5, 2, 2, 2, 4]) recordProductPick(1, product(id))
  expect(shown()).toEqual([5, 3, 1])
  expect(shown(1, 2)).toEqual([5, 3])
})

test('frequent products: each gym has its own list of the last 300 picks', () => {
  recordProductPick(1, product(3))
  expect(shown(2)).toEqual([1, 3, 5])
  for (let at = 0; at < 300; at++) recordProductPick(1, product(5))
  recordProductPick(1, product(1))
  expect(shown()).toEqual([5, 1, 3])
  for (const nonsense of ['{', '{"a":1}', 'null', '["x"]']) {
    localStorage.setItem('frequent:1', nonsense)
    expect(shown()).toEqual([1, 3, 5])
  }
})

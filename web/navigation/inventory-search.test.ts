import { expect, test } from 'vitest'
import { readInventorySearch } from './inventory-search.ts'

test('inventory address: known search params are kept', () => {
  const search = {
    tab: 'suppliers',
    view: 'table',
    name: 'proteína',
    page: 2,
    size: 20,
    start: '2026-11-01',
    end: '2026-11-21',
  }
  expect(readInventorySearch(search)).toEqual(search)
})

test('inventory address: invalid search params are ignored, and a numeric code stays text', () => {
  const read = readInventorySearch({
    tab: 'clients',
    view: 'list',
    name: 7_501_055,
    page: -1,
    size: 5000,
    start: 'ayer',
  })
  expect(read).toEqual({ name: '7501055' })
})

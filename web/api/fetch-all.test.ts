import { expect, test } from 'vitest'
import { fetchAllRows } from './fetch-all.ts'

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: count - index }))

test('fetchAllRows: reads all pages, and keeps a row once if it moved to the next page', async () => {
  let list = rows(2500)
  const page = async (number: number, size: number) => {
    const answer = { rows: list.slice(number * size, (number + 1) * size), total: list.length }
    // Adds two rows at the top after the first page is read, which shifts the following pages.
    if (number === 0) list = [{ id: 2501 }, { id: 2502 }, ...list]
    return answer
  }
  expect(await fetchAllRows(page, new AbortController().signal)).toEqual(rows(2500))
})

test('fetchAllRows: stops after a page that is short or empty', async () => {
  const never = new AbortController().signal
  expect(await fetchAllRows(async () => ({ rows: [], total: 5000 }), never)).toEqual([])
  expect(await fetchAllRows(async () => ({ rows: rows(3), total: 3 }), never)).toHaveLength(3)
})

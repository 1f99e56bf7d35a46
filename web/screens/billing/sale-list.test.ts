import { expect, test } from 'vitest'
import { filterText } from './sale-list.ts'

test('paper says which days and whom it lists', () => {
  expect(filterText({}, '2026-03-04')).toBe('04/03/2026')
  expect(filterText({ name: 'José', start: '2026-02-01' }, '2026-03-04')).toBe(
    'Del 01/02/2026 al 04/03/2026 · Cliente: José',
  )
})

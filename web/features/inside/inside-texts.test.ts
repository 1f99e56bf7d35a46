import { expect, test } from 'vitest'
import { describeOccupancy, formatInsideCountLabel } from './InsideCount.tsx'

test.each([
  [0, null, '0', '', undefined],
  [1200, null, '1,200', '', undefined],
  [8, 10, '8 de 10', '', undefined],
  [9, 10, '9 de 10', 'casi lleno', 'warn'],
  [10, 10, '10 de 10', 'lleno', 'warn'],
  [11, 10, '11 de 10', 'aforo superado', 'bad'],
  [0, 1, '0 de 1', '', undefined],
  [1, 1, '1 de 1', 'lleno', 'warn'],
])('occupancy text: %i people inside with a capacity of %s', (inside, capacity, count, word, tone) => {
  expect(describeOccupancy({ inside, capacity })).toEqual({ count, word, tone })
})

test('occupancy text: without exit terminals it counts recent entries, not people inside', () => {
  expect([true, false].map((exits_known) => formatInsideCountLabel({ exits_known }))).toEqual([
    'Dentro',
    'Últimos 90 min',
  ])
})

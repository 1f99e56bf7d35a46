import { expect, test } from 'vitest'
import { makeAxisTicks } from './chart-parts.tsx'

test.each([
  { values: [], ticks: [0, 1] },
  { values: [0, 0], ticks: [0, 1] },
  { values: [1], ticks: [0, 1] },
  { values: [3, 4], ticks: [0, 1, 2, 3, 4] },
  { values: [7], ticks: [0, 2, 4, 6, 8] },
  { values: [130, 40], ticks: [0, 50, 100, 150] },
  { values: [-30, 90], ticks: [-50, 0, 50, 100] },
  { values: [-5], ticks: [-5, -4, -3, -2, -1, 0] },
])('chart scale: chooses round ticks for $values', ({ values, ticks }) => {
  expect(makeAxisTicks(values, 1).map((tick) => tick + 0)).toEqual(ticks)
})

test('chart scale: no step is smaller than the smallest step that makes sense', () => {
  expect(makeAxisTicks([120], 100)).toEqual([0, 100, 200])
})

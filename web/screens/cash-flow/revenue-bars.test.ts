import { expect, test } from 'vitest'
import { describeBalance } from './CashFlowDocumentList.tsx'
import {
  hasUnknownPeriod,
  listPeriodRevenueRows,
  listTopSeriesWithOthers,
  listWorkerRevenueLines,
  makeWorkerRevenueSeries,
} from './revenue-bars.ts'

const worker = (id: number, name: string, ...data: [period: string, total: string][]) => ({
  user: { id, name },
  data: data.map(([period, total]) => ({ period, total })),
})

test('balance text: states if the balance is zero, positive or negative, even for huge amounts', () => {
  expect(['0.00', '-0.01', '0.01', '12345678901.75'].map(describeBalance)).toEqual([
    'En cero',
    'En contra',
    'A favor',
    'A favor',
  ])
})

test('revenue bars: sorted by amount, without workers who sold nothing', () => {
  const bars = makeWorkerRevenueSeries(
    [
      worker(1, 'Ana', ['2025', '10.00'], ['2026', '0.50']),
      worker(2, 'Luis', ['2020', '99.00']),
      worker(3, 'Ana', ['2026', '20.25']),
    ],
    ['2025', '2026'],
  )
  expect(bars.map(({ name, total }) => [name, total])).toEqual([
    ['Ana', 2025],
    ['Ana (2)', 1050],
  ])
  expect(listPeriodRevenueRows(bars, ['2025', '2026'])).toEqual([
    { label: '2025', amounts: [0, 1000], total: 1000 },
    { label: '2026', amounts: [2025, 50], total: 2075 },
    { label: 'Total', amounts: [2025, 1050], total: 3075 },
  ])
  expect(
    listWorkerRevenueLines(bars, ['2025', '2026']).map(({ label, worker, amount }) => [label, worker, amount]),
  ).toEqual([
    ['2025', 'Ana (2)', 1000],
    ['2026', 'Ana', 2025],
    ['2026', 'Ana (2)', 50],
    ['Total', 'Ana', 2025],
    ['Total', 'Ana (2)', 1050],
    ['Total', 'Todos', 3075],
  ])
})

test('revenue bars: all workers after the fifth are summed in one bar, Otros', () => {
  const seven = Array.from({ length: 7 }, (_, index) => worker(index, `T${index}`, ['2026', `${10 - index}.00`]))
  const bars = makeWorkerRevenueSeries(seven, ['2025', '2026'])
  const drawn = listTopSeriesWithOthers(bars, ['2025', '2026'])
  expect(drawn.map(({ name, total }) => [name, total])).toEqual([
    ['T0', 1000],
    ['T1', 900],
    ['T2', 800],
    ['T3', 700],
    ['T4', 600],
    ['Otros', 900],
  ])
  expect(listTopSeriesWithOthers(bars.slice(0, 5), ['2026'])).toHaveLength(5)
})

test('revenue bars: a period in an unknown format is detected', () => {
  expect(hasUnknownPeriod([worker(1, 'Ana', ['2026-W5', '1.00'])])).toBe(false)
  expect(hasUnknownPeriod([worker(1, 'Ana', ['2026/5', '1.00'])])).toBe(true)
})

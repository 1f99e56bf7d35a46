import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../shared/dates.ts'
import { type ChartPeriod, chartPeriods, formatPeriodName, listLastPeriods } from './statistics.ts'

test.each([
  ['2026-11-21', '2026-W47', '2026-11', '2026-Q4', '2026'],
  ['2026-02-01', '2026-W5', '2026-02', '2026-Q1', '2026'],
  ['2027-01-03', '2026-W53', '2027-01', '2027-Q1', '2027'],
  ['2024-12-30', '2025-W1', '2024-12', '2024-Q4', '2024'],
  ['2021-01-01', '2020-W53', '2021-01', '2021-Q1', '2021'],
])('formatPeriodName: on %s the week is %s, the month %s, the quarter %s and the year %s', (day, ...names) =>
  expect(
    (['weekly', 'monthly', 'quarterly', 'yearly'] as ChartPeriod[]).map((period) => formatPeriodName(period, day)),
  ).toEqual(names),
)

test('listLastPeriods: periods have no gaps, end today, and are named like each of their days', () => {
  const days = fc.integer({ min: 0, max: 30_000 }).map((count) => addDays('1990-01-01', count))
  const lengths = { weekly: 12, monthly: 12, quarterly: 8, yearly: 5 }
  fc.assert(
    fc.property(days, fc.constantFrom(...chartPeriods), (today, period) => {
      const all = listLastPeriods(period, today)
      expect(all).toHaveLength(lengths[period])
      expect(all.at(-1)?.name).toBe(formatPeriodName(period, today))
      all.forEach((each, index) => {
        expect(each.name).toBe(formatPeriodName(period, each.from))
        expect(each.name).toBe(formatPeriodName(period, addDays(each.until, -1)))
        if (index > 0) expect(each.from).toBe(all[index - 1]?.until)
      })
    }),
  )
})

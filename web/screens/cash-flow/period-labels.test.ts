import { chartPeriods, listLastPeriods } from '@torniquete/contract/reports/statistics.ts'
import { expect, test } from 'vitest'
import { chartPeriodChoices } from '../../navigation/cash-flow-search.ts'
import { formatChartPeriod } from './revenue-bars.ts'

test.each([
  ['2026-W5', 'Sem 5 2026'],
  ['2020-W53', 'Sem 53 2020'],
  ['2026-03', 'mar 2026'],
  ['2025-12', 'dic 2025'],
  ['2026-Q4', 'T4 2026'],
  ['2026', '2026'],
])('period label: %s is shown as %s', (name, label) => {
  expect(formatChartPeriod(name)).toBe(label)
})

test.each(['', '26', '2026-13', '2026-00', '2026-3', '2026-Q5', '2026-W0', '2026-W54', '2026-05-01', 'hoy'])(
  'period label: %j is not a valid period',
  (name) => {
    expect(formatChartPeriod(name)).toBeNull()
  },
)

test('period label: every period of a chart has a different label', () => {
  expect(Object.keys(chartPeriodChoices.labels)).toEqual([...chartPeriods])
  for (const period of chartPeriods)
    for (const today of ['2026-01-01', '2024-12-31', '2026-07-27']) {
      const labels = listLastPeriods(period, today).map(({ name }) => formatChartPeriod(name))
      expect(labels).not.toContain(null)
      expect(new Set(labels).size).toBe(labels.length)
    }
})

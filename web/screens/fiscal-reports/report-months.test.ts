import { expect, test } from 'vitest'
import { addMonths, clampReportMonth, formatMonthInWords, getReportDueDay, listReportMonths } from './report-months.ts'

test('months: are shown in Spanish and added across the end of a year', () => {
  expect(formatMonthInWords('2026-11')).toBe('noviembre de 2026')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})

test('due day: is the 15th of the next month', () => {
  expect(getReportDueDay('2026-12')).toBe('2027-01-15')
})

test('months to choose: begin with the current one, and an older chosen month is added', () => {
  const months = listReportMonths('2026-11', '2020-03')
  expect(months.slice(0, 2)).toEqual(['2026-11', '2026-10'])
  expect(months.at(-1)).toBe('2020-03')
})

test('asked month: a future, missing or impossible month becomes the current one', () => {
  expect(['2026-12', '2026-10', undefined, '1999-12'].map((asked) => clampReportMonth(asked, '2026-11'))).toEqual([
    '2026-11',
    '2026-10',
    '2026-11',
    '2026-11',
  ])
})

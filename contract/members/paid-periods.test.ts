import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../shared/dates.ts'
import {
  findPaidOverlap,
  formatPaidPeriods,
  mergePaidPeriods,
  type PaidPeriod,
  proposeRenewalDay,
} from './paid-periods.ts'

const day = (number: number) => addDays('2026-01-01', number)
const period = (from: number, to: number): PaidPeriod => ({ start_date: day(from), expire_membership: day(to) })
const daysOf = ({ start_date, expire_membership }: PaidPeriod) => {
  const days: string[] = []
  for (let each = start_date; each < expire_membership; each = addDays(each, 1)) days.push(each)
  return days
}

test.each([
  ['nothing paid yet', period(0, 30), [], []],
  ['directly after a period', period(30, 60), [period(0, 30)], []],
  ['directly before a period', period(0, 30), [period(30, 60)], []],
  ['in a gap between two periods', period(10, 20), [period(0, 10), period(20, 30)], []],
  ['a day pass inside', period(5, 6), [period(0, 30)], [period(5, 6)]],
  ['around a day pass', period(0, 30), [period(5, 6)], [period(5, 6)]],
  ['overlap of its first days', period(25, 55), [period(0, 30)], [period(25, 30)]],
  ['overlap of its last days', period(0, 30), [period(29, 59)], [period(29, 30)]],
  [
    'with a gap between two paid periods',
    period(0, 30),
    [period(20, 40), period(0, 10)],
    [period(0, 10), period(20, 30)],
  ],
  ['days that were paid twice already', period(0, 30), [period(2, 9), period(5, 12)], [period(2, 12)]],
])('findPaidOverlap: returns the days that a new period shares with paid ones (%s)', (_, sold, paid, twice) => {
  expect(findPaidOverlap(sold, paid)).toEqual(twice)
})

test('mergePaidPeriods, findPaidOverlap: return exactly the right days, each once, in order', () => {
  const some = fc
    .tuple(fc.nat(60), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]) => period(from, from + length))
  fc.assert(
    fc.property(some, fc.array(some, { maxLength: 8 }), (sold, paid) => {
      const held = new Set(paid.flatMap(daysOf))
      expect(findPaidOverlap(sold, paid).flatMap(daysOf)).toEqual(daysOf(sold).filter((each) => held.has(each)))
      expect(mergePaidPeriods(paid).flatMap(daysOf)).toEqual([...held].sort())
    }),
  )
})

test('showPeriods: lists periods, and shortens many to the first and last day', () => {
  expect(formatPaidPeriods([period(0, 30)])).toBe('del 01/01/2026 al 30/01/2026')
  expect(formatPaidPeriods([period(0, 1)])).toBe('el 01/01/2026')
  expect(formatPaidPeriods([period(0, 2), period(5, 6)])).toBe('del 01/01/2026 al 02/01/2026 y el 06/01/2026')
  expect(formatPaidPeriods([0, 2, 4, 6].map((from) => period(from, from + 1)))).toBe(
    'en 4 períodos entre el 01/01/2026 y el 07/01/2026',
  )
})

test('proposeRenewalDay: returns the day after all paid time, or today if that is later', () => {
  expect(proposeRenewalDay(null, day(5))).toBe(day(5))
  expect(proposeRenewalDay(day(5), day(5))).toBe(day(5))
  expect(proposeRenewalDay(day(4), day(5))).toBe(day(5))
  expect(proposeRenewalDay(day(6), day(5))).toBe(day(6))
})

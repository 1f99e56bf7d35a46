// Paid periods of several rows about one person.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { countDays } from '../../../platform/file-import/parse-cells.ts'
import type { Period } from './row-types.ts'

/** The day after the last one. */
const getEnd = ({ start_date, duration_days }: Period): string => addDays(start_date, duration_days)

/** A single period from the start of the first, with the plan of the one that ends last. */
function extendPeriod(first: Period, next: Period): Period {
  const last = getEnd(first) > getEnd(next) ? first : next
  const { start_date } = first
  return { ...last, start_date, duration_days: countDays(start_date, addDays(getEnd(last), -1)) }
}

/** Periods that touch become one; those that are over are dropped if a later one is paid. */
export function joinPeriods(periods: readonly Period[], today: string): Period[] {
  const joined: Period[] = []
  for (const period of periods.toSorted((one, other) => (one.start_date < other.start_date ? -1 : 1))) {
    const before = joined.at(-1)
    if (before && period.start_date <= getEnd(before)) joined[joined.length - 1] = extendPeriod(before, period)
    else joined.push(period)
  }
  const running = joined.filter((period) => getEnd(period) > today)
  return running.length > 0 ? running : joined.slice(-1)
}

// Time that a client has paid for. It is sold twice only where somebody says so.
import { z } from 'zod'
import { lastValidDay, showDay } from './dates.ts'

/** `[start_date, expire_membership)`, as a payment covers it; both are `YYYY-MM-DD`. */
export const PaidPeriod = z.object({ start_date: z.string().max(10), expire_membership: z.string().max(10) })
export type PaidPeriod = z.infer<typeof PaidPeriod>

/** The same days in the fewest periods, in order: what touches or overlaps is one. */
export function mergePeriods(periods: readonly PaidPeriod[]): PaidPeriod[] {
  const merged: PaidPeriod[] = []
  for (const period of [...periods].sort((a, b) => (a.start_date < b.start_date ? -1 : 1))) {
    const last = merged.at(-1)
    if (!last || last.expire_membership < period.start_date) merged.push({ ...period })
    else if (last.expire_membership < period.expire_membership) last.expire_membership = period.expire_membership
  }
  return merged
}

/** Which of a new period's days are paid already; none where it lies before, behind or in a gap. */
export function paidTwice(period: PaidPeriod, paid: readonly PaidPeriod[]): PaidPeriod[] {
  const later = (a: string, b: string) => (a > b ? a : b)
  const earlier = (a: string, b: string) => (a < b ? a : b)
  return mergePeriods(
    paid
      .map(({ start_date, expire_membership }) => ({
        start_date: later(start_date, period.start_date),
        expire_membership: earlier(expire_membership, period.expire_membership),
      }))
      .filter(({ start_date, expire_membership }) => start_date < expire_membership),
  )
}

export const isWithin = (period: PaidPeriod, periods: readonly PaidPeriod[]): boolean =>
  mergePeriods(periods).some(
    ({ start_date, expire_membership }) =>
      start_date <= period.start_date && period.expire_membership <= expire_membership,
  )

/** Beyond so many periods only the first and the last day are told. */
const toldApart = 3

/** `del 01/03/2026 al 10/03/2026 y el 15/03/2026`: days as the person at the desk reads them. */
export function showPeriods(periods: readonly PaidPeriod[]): string {
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) return ''
  const until = (period: PaidPeriod) => showDay(lastValidDay(period.expire_membership))
  if (periods.length > toldApart)
    return `en ${periods.length} períodos entre el ${showDay(first.start_date)} y el ${until(last)}`
  const texts = periods.map((period) => {
    const from = showDay(period.start_date)
    return from === until(period) ? `el ${from}` : `del ${from} al ${until(period)}`
  })
  return new Intl.ListFormat('es', { type: 'conjunction' }).format(texts)
}

/** The day that a renewal begins: the one after all that is paid, or today where that has passed. */
export const proposedStart = (paidUntil: string | null, today: string): string =>
  paidUntil !== null && paidUntil > today ? paidUntil : today

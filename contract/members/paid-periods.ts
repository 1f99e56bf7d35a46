// Days a client has paid for; the same days are sold again only after confirmation.
import { z } from 'zod'
import { formatDate, getLastMembershipDay } from '../shared/dates.ts'

/** Days as the half-open range `[start_date, expire_membership)`, both `YYYY-MM-DD`. */
export const PaidPeriod = z.object({ start_date: z.string().max(10), expire_membership: z.string().max(10) })
export type PaidPeriod = z.infer<typeof PaidPeriod>

/** Merges periods into the fewest that cover the same days, in order. */
export function mergePaidPeriods(periods: readonly PaidPeriod[]): PaidPeriod[] {
  const merged: PaidPeriod[] = []
  for (const period of [...periods].sort((a, b) => (a.start_date < b.start_date ? -1 : 1))) {
    const last = merged.at(-1)
    if (!last || last.expire_membership < period.start_date) merged.push({ ...period })
    else if (last.expire_membership < period.expire_membership) last.expire_membership = period.expire_membership
  }
  return merged
}

/** Returns the days of a new period that are already paid. */
export function findPaidOverlap(period: PaidPeriod, paid: readonly PaidPeriod[]): PaidPeriod[] {
  const later = (a: string, b: string) => (a > b ? a : b)
  const earlier = (a: string, b: string) => (a < b ? a : b)
  return mergePaidPeriods(
    paid
      .map(({ start_date, expire_membership }) => ({
        start_date: later(start_date, period.start_date),
        expire_membership: earlier(expire_membership, period.expire_membership),
      }))
      .filter(({ start_date, expire_membership }) => start_date < expire_membership),
  )
}

export const isWithinPaidPeriods = (period: PaidPeriod, periods: readonly PaidPeriod[]): boolean =>
  mergePaidPeriods(periods).some(
    ({ start_date, expire_membership }) =>
      start_date <= period.start_date && period.expire_membership <= expire_membership,
  )

/** If there are more periods, the text names only the first and last day. */
const maxShownPeriods = 3

/** Returns a text such as `del 01/03/2026 al 10/03/2026 y el 15/03/2026`. */
export function formatPaidPeriods(periods: readonly PaidPeriod[]): string {
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) return ''
  const until = (period: PaidPeriod) => formatDate(getLastMembershipDay(period.expire_membership))
  if (periods.length > maxShownPeriods)
    return `en ${periods.length} períodos entre el ${formatDate(first.start_date)} y el ${until(last)}`
  const texts = periods.map((period) => {
    const from = formatDate(period.start_date)
    return from === until(period) ? `el ${from}` : `del ${from} al ${until(period)}`
  })
  return new Intl.ListFormat('es', { type: 'conjunction' }).format(texts)
}

/** First day of a renewal: the day after all paid time, or today if that is later. */
export const proposeRenewalDay = (paidUntil: string | null, today: string): string =>
  paidUntil !== null && paidUntil > today ? paidUntil : today

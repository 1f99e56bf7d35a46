import { dailyPlanName } from '@torniquete/contract/memberships.ts'
import type { Period, WorkerRevenue } from '@torniquete/contract/statistics.ts'
import { lastPeriods } from '@torniquete/contract/statistics.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'

/** What each worker took in the last periods up to `today`, by the sums of their days; workers by name. */
export async function revenueByWorker(
  tx: Transaction,
  gym: number,
  kind: 'sale' | 'payment',
  period: Period,
  today: string,
): Promise<WorkerRevenue[]> {
  const spans = lastPeriods(period, today)
  return tx.many(sql`
    with revenue as (
      select id_user, width_bucket(day, ${spans.map((span) => span.from)}::date[]) as place, sum(total) as total
      from revenue_days
      where gym_id = ${gym} and kind = ${kind} and day >= ${spans[0]?.from}::date and day < ${spans.at(-1)?.until}::date
      group by 1, 2 having sum(total) <> 0)
    select json_build_object('id', u.id, 'name', u.name) as user,
           json_agg(json_build_object('period', (${spans.map((span) => span.name)}::text[])[r.place], 'total', r.total::text) order by r.place) as data
    from revenue r join users u on u.gym_id = ${gym} and u.id = r.id_user
    group by u.id, u.name order by fold(u.name), u.id`)
}

export interface Income {
  products: string
  /** All of them, the daily ones, and the others. */
  memberships: string
  daily: string
  other: string
  total: string
}

/** What was sold between two instants, without what was voided. */
export const incomeOf = (tx: Transaction, gym: number, from: Date, until: Date): Promise<Income> =>
  tx.one(sql`
    with sold as (
      select coalesce(sum(amount_total), 0)::numeric(20, 2) as products from sales
      where gym_id = ${gym} and created_at >= ${from} and created_at < ${until} and voided_at is null),
    paid as (
      select coalesce(sum(price), 0)::numeric(20, 2) as memberships,
        coalesce(sum(price) filter (where name = ${dailyPlanName}), 0)::numeric(20, 2) as daily
      from membership_payments
      where gym_id = ${gym} and payment_date >= ${from} and payment_date < ${until} and voided_at is null)
    select products, memberships, daily, memberships - daily as other, products + memberships as total from sold, paid`)

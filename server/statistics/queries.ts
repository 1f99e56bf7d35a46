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
      select r.id_user, s.place, s.period, sum(r.total) as total
      from unnest(${spans.map((span) => span.name)}::text[], ${spans.map((span) => span.from)}::date[], ${spans.map((span) => span.until)}::date[])
             with ordinality as s (period, from_day, until_day, place)
        join revenue_days r on r.gym_id = ${gym} and r.kind = ${kind} and r.day >= s.from_day and r.day < s.until_day
      group by r.id_user, s.place, s.period having sum(r.total) <> 0)
    select json_build_object('id', u.id, 'name', u.name) as user,
           json_agg(json_build_object('period', r.period, 'total', r.total::text) order by r.place) as data
    from revenue r join users u on u.gym_id = ${gym} and u.id = r.id_user
    group by u.id, u.name order by fold(u.name), u.id`)
}

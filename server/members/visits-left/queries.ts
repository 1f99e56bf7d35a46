import type { VisitsLeft } from '@torniquete/contract/members/visits-left.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'

/** Visits left on plans valid today, else on the last used-up plan. Leaves out clients with an unlimited plan. */
export const readVisitsLeft = (
  tx: Transaction,
  gym: number,
  ids: readonly number[],
  today: string,
): Promise<(VisitsLeft & { id_client: number })[]> =>
  tx.many(sql`
    select c.id as id_client, coalesce(now.left, 0) as left, coalesce(now.of, last.of) as of
    from unnest(${ids}::bigint[]) c(id)
      cross join lateral (
        select sum(v.visits - v.used)::integer as left, sum(v.visits)::integer as of, count(p.id) filter (where v.id_payment is null) as uncounted
        from membership_payments p left join visit_counts v on v.gym_id = p.gym_id and v.id_payment = p.id
        where p.gym_id = ${gym} and p.id_client = c.id and p.voided_at is null and p.start_date <= ${today}::date and p.end_date > ${today}::date) now
      left join lateral (
        select v.visits as of, v.used from membership_payments p left join visit_counts v on v.gym_id = p.gym_id and v.id_payment = p.id
        where p.gym_id = ${gym} and p.id_client = c.id and p.voided_at is null and p.end_date <= ${today}::date
        order by p.end_date desc, p.id desc limit 1) last on now.of is null
    where now.uncounted = 0 and exists (select from visit_counts where gym_id = ${gym})
      and case when now.of is null then last.used >= last.of else true end`)

export const isVisitPackUsedUpSql = (gym: number, client: Statement, day: Statement): Statement => sql`
  (exists (select from visit_counts where gym_id = ${gym}) and coalesce((
    select v.used >= v.visits from membership_payments m left join visit_counts v on v.gym_id = m.gym_id and v.id_payment = m.id
    where m.gym_id = ${gym} and m.id_client = ${client} and m.voided_at is null and m.end_date <= ${day}
    order by m.end_date desc, m.id desc limit 1), false))`

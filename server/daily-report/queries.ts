import type { DailyReport } from '@torniquete/contract/daily-report.ts'
import { addDays, startOfDay } from '@torniquete/contract/dates.ts'
import { importedPlanName } from '@torniquete/contract/memberships.ts'
import { countVisits } from '../attendances/queries.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { type Statement, sql } from '../db/sql.ts'
import { type Amounts, incomeOf, outgoingsOf } from '../statistics/queries.ts'

type Counts = Pick<DailyReport, 'attendances' | 'new_memberships' | 'renewed_memberships' | 'expired_memberships'>

const stood = (payment: Statement, until: Date): Statement =>
  sql`(${payment}.voided_at is null or ${payment}.voided_at >= ${until})`

/** What a field of the client `c` was before its first change after that day, as JSON; null where nothing changed it since. */
const before = (field: 'is_active' | 'deleted_at', until: Date): Statement => sql`
  (select h.changes -> ${field}::text -> 0 from history h
   where h.gym_id = c.gym_id and h.entity = 'clients' and h.entity_id = c.id and h.action = 'update' and h.at >= ${until}
     and h.changes ? ${field}::text
   order by h.id limit 1)`

// All is asked as of the end of that day: what was sold later did not go on then, and what was voided later still stood.
const countsOf = (tx: Transaction, gym: number, day: string, from: Date, until: Date): Promise<Counts> =>
  tx.one(sql`
    with sold as (
      select exists (select from membership_payments b where b.gym_id = p.gym_id and b.id_client = p.id_client and ${stood(sql`b`, until)}
                       and (b.payment_date, b.id) < (p.payment_date, p.id)) as renewed
      from membership_payments p join clients c on c.gym_id = p.gym_id and c.id = p.id_client
      where p.gym_id = ${gym} and p.payment_date >= ${from} and p.payment_date < ${until} and ${stood(sql`p`, until)}
        and not c.is_anonymous and p.name <> ${importedPlanName})
    select ${countVisits(gym, from, until)} as attendances,
      (select count(*) from sold where not renewed) as new_memberships,
      (select count(*) from sold where renewed) as renewed_memberships,
      (select count(distinct p.id_client) from membership_payments p join clients c on c.gym_id = p.gym_id and c.id = p.id_client
       where p.gym_id = ${gym} and p.end_date = ${day}::date and ${stood(sql`p`, until)} and p.payment_date < ${until}
         and not c.is_anonymous and coalesce(${before('is_active', until)}::boolean, c.is_active)
         and coalesce(${before('deleted_at', until)} = 'null', c.deleted_at is null)
         and not exists (select from membership_payments b where b.gym_id = p.gym_id and b.id_client = p.id_client
                           and ${stood(sql`b`, until)} and b.end_date > ${day}::date and b.payment_date < ${until})) as expired_memberships`)

const lowStock = (tx: Transaction, gym: number): Promise<DailyReport['low_stock']> =>
  tx.many(sql`
    select id, name, quantity, min_quantity as minimum from products
    where gym_id = ${gym} and deleted_at is null and quantity <= min_quantity order by in_order, id`)

const amountsOf = ({ products, daily, other, total }: Amounts): DailyReport['income'] => ({
  products,
  memberships_daily: daily,
  memberships_other: other,
  total,
})

export async function readDailyReport(tx: Transaction, gym: number, zone: string, day: string): Promise<DailyReport> {
  const [from, until] = [startOfDay(zone, day), startOfDay(zone, addDays(day, 1))]
  const range = { gym, between: { from, until, closed: false } }
  const [income, outgoings, counts, low] = await Promise.all([
    incomeOf(tx, range),
    outgoingsOf(tx, range),
    countsOf(tx, gym, day, from, until),
    lowStock(tx, gym),
  ])
  return {
    day,
    income: amountsOf(income.booked),
    voided: amountsOf(income.voided),
    net: income.net.total,
    outgoings,
    ...counts,
    low_stock: low,
  }
}

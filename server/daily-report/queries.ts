import type { DailyReport } from '@torniquete/contract/daily-report.ts'
import { addDays, startOfDay } from '@torniquete/contract/dates.ts'
import { importedPlanName } from '@torniquete/contract/memberships.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import { incomeOf } from '../statistics/queries.ts'

type Counts = Pick<DailyReport, 'attendances' | 'new_memberships' | 'renewed_memberships' | 'expired_memberships'>

// Whether somebody renewed is asked as of the end of that day: what was sold later did not go on then.
const countsOf = (tx: Transaction, gym: number, day: string, from: Date, until: Date): Promise<Counts> =>
  tx.one(sql`
    with sold as (
      select exists (select from membership_payments b where b.gym_id = p.gym_id and b.id_client = p.id_client and b.voided_at is null
                       and (b.payment_date, b.id) < (p.payment_date, p.id)) as renewed
      from membership_payments p join clients c on c.gym_id = p.gym_id and c.id = p.id_client
      where p.gym_id = ${gym} and p.payment_date >= ${from} and p.payment_date < ${until} and p.voided_at is null
        and not c.is_anonymous and p.name <> ${importedPlanName})
    select (select count(*) from attendances where gym_id = ${gym} and check_in >= ${from} and check_in < ${until}) as attendances,
      (select count(*) from sold where not renewed) as new_memberships,
      (select count(*) from sold where renewed) as renewed_memberships,
      (select count(distinct p.id_client) from membership_payments p join clients c on c.gym_id = p.gym_id and c.id = p.id_client
       where p.gym_id = ${gym} and p.end_date = ${day}::date and p.voided_at is null and p.payment_date < ${until}
         and c.is_active and c.deleted_at is null and not c.is_anonymous
         and not exists (select from membership_payments b where b.gym_id = p.gym_id and b.id_client = p.id_client
                           and b.voided_at is null and b.end_date > ${day}::date and b.payment_date < ${until})) as expired_memberships`)

const lowStock = (tx: Transaction, gym: number): Promise<DailyReport['low_stock']> =>
  tx.many(sql`
    select id, name, quantity, min_quantity as minimum from products
    where gym_id = ${gym} and deleted_at is null and quantity <= min_quantity order by search, id`)

export async function readDailyReport(tx: Transaction, gym: number, zone: string, day: string): Promise<DailyReport> {
  const [from, until] = [startOfDay(zone, day), startOfDay(zone, addDays(day, 1))]
  const [income, counts, low] = await Promise.all([
    incomeOf(tx, gym, from, until),
    countsOf(tx, gym, day, from, until),
    lowStock(tx, gym),
  ])
  return {
    day,
    income: {
      products: income.products,
      memberships_daily: income.daily,
      memberships_other: income.other,
      total: income.total,
    },
    ...counts,
    low_stock: low,
  }
}

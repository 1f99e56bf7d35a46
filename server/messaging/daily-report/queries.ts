import { importedPlanName } from '@torniquete/contract/members/memberships.ts'
import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import { addDays, getDayStart } from '@torniquete/contract/shared/dates.ts'
import { selectVisitCount } from '../../members/attendances/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import { isTimeInRangeSql, type TimeRange } from '../../platform/db/time-range.ts'
import { type IncomeSums, listOutgoingSums, readIncome } from '../../reports/statistics/queries.ts'
import { listShiftClosings } from '../../till/cash-shifts/queries.ts'
import { selectRefunds } from '../../till/tenders/queries.ts'

type Counts = Pick<DailyReport, 'attendances' | 'new_memberships' | 'renewed_memberships' | 'expired_memberships'>

/** Payments `p` of known clients `c` at the end of that day, without those booked or voided later. */
const selectPaymentsThen = (gym: number, until: Date, which: Statement): Statement => sql`
  membership_payments p join clients c on c.gym_id = p.gym_id and c.id = p.id_client and not c.is_anonymous
  where p.gym_id = ${gym} and ${which} and p.payment_date < ${until} and (p.voided_at is null or p.voided_at >= ${until})`

/** True if at that time the client of `p` had another payment `b` that fulfils the condition `which`. */
const hadAnotherPayment = (until: Date, which: Statement): Statement => sql`
  exists (select from membership_payments b where b.gym_id = p.gym_id and b.id_client = p.id_client
    and b.payment_date < ${until} and (b.voided_at is null or b.voided_at >= ${until}) and ${which})`

const readCounts = (tx: Transaction, gym: number, day: string, from: Date, until: Date): Promise<Counts> =>
  tx.one(sql`
    with sold as (
      select ${hadAnotherPayment(until, sql`(b.payment_date, b.id) < (p.payment_date, p.id)`)} as renewed
      from ${selectPaymentsThen(gym, until, sql`p.payment_date >= ${from} and p.name <> ${importedPlanName}`)})
    select ${selectVisitCount(gym, from, until)} as attendances,
      (select count(*) from sold where not renewed) as new_memberships,
      (select count(*) from sold where renewed) as renewed_memberships,
      (select count(distinct p.id_client) from ${selectPaymentsThen(gym, until, sql`p.end_date = ${day}::date`)}
         and c.is_active and c.deleted_at is null
         and not ${hadAnotherPayment(until, sql`b.end_date > ${day}::date`)}) as expired_memberships`)

/** Refunds by voided documents and by voided collections in these days; both tables have an index on the day. */
const listRefunds = async (tx: Transaction, gym: number, made: TimeRange): Promise<DailyReport['refunds']> => {
  const ofVoids = sql`t.id_void = any(array(select v.id from voids v where v.gym_id = ${gym} ${isTimeInRangeSql(sql`v.created_at`, made)}))`
  const ofCollections = sql`(t.id_debt is not null ${isTimeInRangeSql(sql`t.created_at`, made)})`
  const { refunds } = await tx.one<Pick<DailyReport, 'refunds'>>(
    sql`select ${selectRefunds(gym, sql`(${ofVoids} or ${ofCollections})`)} as refunds`,
  )
  return refunds
}

const lowStock = (tx: Transaction, gym: number): Promise<DailyReport['low_stock']> =>
  tx.many(sql`
    select id, name, quantity, min_quantity as minimum from products
    where gym_id = ${gym} and deleted_at is null and quantity <= min_quantity order by in_order, id`)

const readAmounts = ({ products, daily, other, total }: IncomeSums): DailyReport['income'] => ({
  products,
  memberships_daily: daily,
  memberships_other: other,
  total,
})

export async function readDailyReport(tx: Transaction, gym: number, zone: string, day: string): Promise<DailyReport> {
  const [from, until] = [getDayStart(zone, day), getDayStart(zone, addDays(day, 1))]
  const range = { gym, between: { from, until, closed: false } }
  const [income, outgoings, counts, refunds, closings, low] = await Promise.all([
    readIncome(tx, range),
    listOutgoingSums(tx, range),
    readCounts(tx, gym, day, from, until),
    listRefunds(tx, gym, range.between),
    listShiftClosings(tx, gym, range.between),
    lowStock(tx, gym),
  ])
  return {
    day,
    income: readAmounts(income.booked),
    voided: readAmounts(income.voided),
    net: income.net.total,
    outgoings,
    ...counts,
    refunds,
    closings,
    low_stock: low,
  }
}

import { importedPlanName } from '@torniquete/contract/members/memberships.ts'
import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import { addDays, getDayStart } from '@torniquete/contract/shared/dates.ts'
import { selectVisitCount } from '../../members/attendances/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import { isInRange, type TimeRange } from '../../platform/db/time-range.ts'
import { type IncomeSums, readIncome, readOutgoings } from '../../reports/statistics/queries.ts'
import { listShiftClosings } from '../../till/cash-shifts/queries.ts'
import { selectRefunds } from '../../till/tenders/queries.ts'

type Counts = Pick<DailyReport, 'attendances' | 'new_memberships' | 'renewed_memberships' | 'expired_memberships'>

const selectValueThen = (payment: Statement, until: Date): Statement =>
  sql`(${payment}.voided_at is null or ${payment}.voided_at >= ${until})`

/** JSON value of the field before its first change after `until`; null if it has not changed since. */
const selectBefore = (field: 'is_active' | 'deleted_at', until: Date): Statement => sql`
  (select h.changes -> ${field}::text -> 0 from history h
   where h.gym_id = c.gym_id and h.entity = 'clients' and h.entity_id = c.id and h.action = 'update' and h.at >= ${until}
     and h.changes ? ${field}::text
   order by h.id limit 1)`

/**
 * Owner, at the end of that day, of each payment that a merge moved: the buyer, or the client into whom the buyer had
 * been merged. A merge undone later counts until its undo.
 */
const selectMovedPayments = (gym: number, until: Date): Statement => sql`
  gone as (
    select id, id_gone as was, id_kept as client from client_merges
    where gym_id = ${gym} and created_at < ${until} and (undone_at is null or undone_at >= ${until})),
  went as (
    select * from gone
    union
    select g.id, w.was, g.client from went w join gone g on g.was = w.client and g.id > w.id),
  moved as materialized (
    select p.id, p.payment_date, p.end_date, p.voided_at, coalesce(last.client, b.id_client) as client
    from payment_buyers b
      join membership_payments p on p.gym_id = b.gym_id and p.id = b.id_payment
      left join lateral (select client from went where was = b.id_client order by id desc limit 1) last on true
    where b.gym_id = ${gym} and p.payment_date < ${until} and ${selectValueThen(sql`p`, until)})`

const selectPaymentsThen = (gym: number, until: Date, which: Statement): Statement => sql`
  (select p.id, p.payment_date, coalesce(m.client, p.id_client) as client
   from membership_payments p left join moved m on m.id = p.id
   where p.gym_id = ${gym} and ${which} and p.payment_date < ${until} and ${selectValueThen(sql`p`, until)}) p
  join clients c on c.gym_id = ${gym} and c.id = p.client and not c.is_anonymous`

/** True if at that time the client of `p` had another payment `b` that fulfils the condition `which`. */
const hadAnotherPayment = (gym: number, until: Date, which: Statement): Statement => sql`
  (exists (select from membership_payments b where b.gym_id = ${gym} and b.id_client = p.client and b.payment_date < ${until}
             and ${selectValueThen(sql`b`, until)} and ${which} and not exists (select from moved m where m.id = b.id))
   or exists (select from moved b where b.client = p.client and ${which}))`

// Counts the state at the end of that day, without sales and voids booked later.
const readCounts = (tx: Transaction, gym: number, day: string, from: Date, until: Date): Promise<Counts> =>
  tx.one(sql`
    with recursive ${selectMovedPayments(gym, until)},
    sold as (
      select ${hadAnotherPayment(gym, until, sql`(b.payment_date, b.id) < (p.payment_date, p.id)`)} as renewed
      from ${selectPaymentsThen(gym, until, sql`p.payment_date >= ${from} and p.name <> ${importedPlanName}`)})
    select ${selectVisitCount(gym, from, until)} as attendances,
      (select count(*) from sold where not renewed) as new_memberships,
      (select count(*) from sold where renewed) as renewed_memberships,
      (select count(distinct p.client) from ${selectPaymentsThen(gym, until, sql`p.end_date = ${day}::date`)}
       where coalesce(${selectBefore('is_active', until)}::boolean, c.is_active)
         and coalesce(${selectBefore('deleted_at', until)} = 'null', c.deleted_at is null)
         and not ${hadAnotherPayment(gym, until, sql`b.end_date > ${day}::date`)}) as expired_memberships`)

/** Refunds by voided documents and by voided collections in these days; both tables have an index on the day. */
const listRefunds = async (tx: Transaction, gym: number, made: TimeRange): Promise<DailyReport['refunds']> => {
  const ofVoids = sql`t.id_void = any(array(select v.id from voids v where v.gym_id = ${gym} ${isInRange(sql`v.created_at`, made)}))`
  const ofCollections = sql`(t.id_debt is not null ${isInRange(sql`t.created_at`, made)})`
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
    readOutgoings(tx, range),
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

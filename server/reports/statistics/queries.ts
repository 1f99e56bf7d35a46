import { type DocumentType, documentTypes } from '@torniquete/contract/document-types.ts'
import { dailyPlanName } from '@torniquete/contract/members/memberships.ts'
import type { CashFlow, ChartPeriod, WorkerRevenue } from '@torniquete/contract/reports/statistics.ts'
import { listLastPeriods } from '@torniquete/contract/reports/statistics.ts'
import { addAmounts, subtractAmounts } from '@torniquete/contract/shared/money.ts'
import { type DayRange, isDayInRangeSql, selectUnstoredDaySums } from '../../platform/db/day-sums.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { isPersonNamedSql, nameSortKeySql } from '../../platform/db/name-search.ts'
import { joinStatements, quoteIdentifier, type Statement, sql } from '../../platform/db/sql.ts'
import { isTimeInRangeSql, type TimeRange } from '../../platform/db/time-range.ts'

export async function readRevenueByWorker(
  tx: Transaction,
  gym: number,
  kind: 'sale' | 'payment',
  period: ChartPeriod,
  today: string,
): Promise<WorkerRevenue[]> {
  const spans = listLastPeriods(period, today)
  return tx.many(sql`
    with revenue as (
      select id_user, width_bucket(day, ${spans.map((span) => span.from)}::date[]) as place, sum(total) as total
      from (${selectRevenue(gym, { from: spans[0]?.from ?? null, until: spans.at(-1)?.until ?? null })}) r
      where kind = ${kind}
      group by 1, 2 having sum(total) <> 0)
    select json_build_object('id', u.id, 'name', u.name) as user,
           json_agg(json_build_object('period', (${spans.map((span) => span.name)}::text[])[r.place], 'total', r.total::text) order by r.place) as data
    from revenue r join users u on u.gym_id = ${gym} and u.id = r.id_user
    group by u.id, u.name order by ${nameSortKeySql(sql`u.name`)}, u.id`)
}

/** Sums of money as decimal texts. */
export interface IncomeSums {
  products: string
  /** `memberships` is the sum of all memberships: day passes (`daily`) and others (`other`). */
  memberships: string
  daily: string
  other: string
  /** Sum of products and memberships. */
  total: string
}

/** Range of a report; `seller` filters by a user's name, as in the lists of documents. */
interface Range {
  gym: number
  between: TimeRange
  seller?: string | undefined
}

/** True for documents voided in the range; without an end of the range, valid documents are excluded explicitly. */
const isVoidedWithin = ({ between }: Range) =>
  sql`and d.voided_at is not null ${isTimeInRangeSql(sql`d.voided_at`, between)}`

const isSoldBy = (column: Statement, { gym, seller }: Range) => isPersonNamedSql(column, 'users', gym, seller)

/**
 * Amount of single lines voided in the range. Lines of sales that were voided completely in it are left out, since
 * such a sale counts with its total.
 */
const selectVoidedParts = (range: Range): Statement => sql`
  (select coalesce(sum(v.amount), 0) from voids v join sales d on d.gym_id = v.gym_id and d.id = v.id_partial_sale
   where v.gym_id = ${range.gym} and v.id_partial_sale is not null ${isTimeInRangeSql(sql`v.created_at`, range.between)} ${isSoldBy(sql`d.id_user`, range)})
  - (select coalesce(sum(v.amount), 0) from voids v join sales d on d.gym_id = v.gym_id and d.id = v.id_partial_sale
   where v.gym_id = ${range.gym} and v.id_partial_sale is not null ${isVoidedWithin(range)} ${isSoldBy(sql`d.id_user`, range)})`

function selectAmounts(tx: Transaction, on: 'booked' | 'voided', range: Range): Promise<IncomeSums> {
  const at = (booked: Statement) => (on === 'voided' ? isVoidedWithin(range) : isTimeInRangeSql(booked, range.between))
  return tx.one(sql`
    with sold as (
      select (coalesce(sum(d.amount_total), 0) + ${on === 'voided' ? selectVoidedParts(range) : sql`0`})::numeric(20, 2) as products from sales d
      where d.gym_id = ${range.gym} ${at(sql`d.created_at`)} ${isSoldBy(sql`d.id_user`, range)}),
    paid as (
      select coalesce(sum(d.price), 0)::numeric(20, 2) as memberships,
        coalesce(sum(d.price) filter (where d.name = ${dailyPlanName}), 0)::numeric(20, 2) as daily
      from membership_payments d
      where d.gym_id = ${range.gym} ${at(sql`d.payment_date`)} ${isSoldBy(sql`d.id_user`, range)})
    select products, memberships, daily, memberships - daily as other, products + memberships as total from sold, paid`)
}

const outgoing = documentTypes.filter(({ flow }) => flow === 'out')

/** Selects a row for each kind of outgoing document: sums booked and sums voided in the range. */
function outgoingRows(range: Range): Statement {
  const sumOf = ({ table, amount }: DocumentType, made: Statement) => sql`
    (select coalesce(sum(d.${quoteIdentifier(amount)}), 0)::numeric(20, 2) from ${quoteIdentifier(table)} d
     where d.gym_id = ${range.gym} ${made} ${isSoldBy(sql`d.id_user`, range)})`
  const rows = outgoing.map(
    (each, place) => sql`
      select ${place}::integer as place, ${each.kind}::text as kind,
        ${sumOf(each, isTimeInRangeSql(sql`d.${quoteIdentifier(each.at)}`, range.between))} as booked, ${sumOf(each, isVoidedWithin(range))} as voided`,
  )
  return joinStatements(rows, ' union all ')
}

export const listOutgoingSums = (tx: Transaction, range: Range): Promise<CashFlow['outgoings']> =>
  tx.many(sql`select kind, booked, voided from (${outgoingRows(range)}) outgoings order by place`)

/** Selects the sum of money paid out on whole days; a void is subtracted on the day of the void. */
export const selectOutgoingsSum = (range: Range): Statement =>
  sql`select sum(booked - voided) from (${outgoingRows(range)}) outgoings`

const selectRevenue = (gym: number, days: DayRange): Statement => sql`
  select kind, day, id_user, total, standing from revenue_days where gym_id = ${gym} ${isDayInRangeSql(sql`day`, days)}
  union all
  select s.kind, s.day, s.id_user, s.total, s.standing from ${selectUnstoredDaySums(gym, days, 'revenue_between')}`

/** Selects the income of whole days; a void is subtracted on the day of the void. */
export const selectIncomeSumOfDays = ({ gym, seller }: Omit<Range, 'between'>, days: DayRange): Statement => sql`
  select sum(r.total) from (${selectRevenue(gym, days)}) r where true ${isPersonNamedSql(sql`r.id_user`, 'users', gym, seller)}`

/** Selects the sum of one kind of income documents of these days that are not voided. */
export const selectValidDocumentsSum = (
  { gym, seller }: Omit<Range, 'between'>,
  kind: 'sale' | 'payment',
  days: DayRange,
): Statement => sql`
  select sum(r.standing) from (${selectRevenue(gym, days)}) r
  where r.kind = ${kind} ${isPersonNamedSql(sql`r.id_user`, 'users', gym, seller)}`

/** Reads the income booked in a range, the amounts voided in it whenever they were booked, and the difference. */
export async function readIncome(tx: Transaction, range: Range) {
  const [booked, voided] = await Promise.all([selectAmounts(tx, 'booked', range), selectAmounts(tx, 'voided', range)])
  const net: IncomeSums = {
    products: subtractAmounts(booked.products, voided.products),
    memberships: subtractAmounts(booked.memberships, voided.memberships),
    daily: subtractAmounts(booked.daily, voided.daily),
    other: subtractAmounts(booked.other, voided.other),
    total: subtractAmounts(booked.total, voided.total),
  }
  return { booked, voided, net }
}

export async function readCashFlow(tx: Transaction, range: Range): Promise<CashFlow> {
  const [{ booked, voided, net }, outgoings] = await Promise.all([readIncome(tx, range), listOutgoingSums(tx, range)])
  const expenses = addAmounts(outgoings.map((each) => each.booked))
  const returned = addAmounts(outgoings.map((each) => each.voided))
  return {
    income: { products: booked.products, memberships: booked.memberships, total: booked.total },
    expenses,
    outgoings,
    voided: {
      products: voided.products,
      memberships: voided.memberships,
      income: voided.total,
      expenses: returned,
    },
    balance: subtractAmounts(net.total, subtractAmounts(expenses, returned)),
  }
}

import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import {
  type CashDrawer,
  type CashDrawerRules,
  type CashMovement,
  type CashShift,
  type CashShiftReport,
  defaultDrawerRules,
} from '@torniquete/contract/till/cash-shifts.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { readListPage } from '../../platform/db/paged-lists.ts'
import { emptySql, type Statement, sql } from '../../platform/db/sql.ts'
import { isTimeInRangeSql, type TimeRange } from '../../platform/db/time-range.ts'
import type { SkippedDocumentNumbers } from '../../reports/history/queries.ts'
import { isIncomingTenderSql, selectExpectedCash, selectNameSnapshot } from '../bills/queries.ts'
import { selectRefunds } from '../tenders/queries.ts'

const instant = (at: Statement) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const listDrawers = (tx: Transaction, gym: number, id?: number): Promise<CashDrawer[]> =>
  tx.many(sql`
    select d.id, d.name, d.is_hidden,
      case when s.id is not null then json_build_object('id', s.id, 'at', ${instant(sql`s.opened_at`)}, 'by', s.user_name) end as shift
    from cash_drawers d left join cash_shifts s on s.gym_id = d.gym_id and s.id_drawer = d.id and s.closed_at is null
    where d.gym_id = ${gym} ${id === undefined ? emptySql : sql`and d.id = ${id}`} order by d.search, d.id`)

/** Locks the drawer until commit, so that no shift can be opened in it. */
export const lockDrawer = (tx: Transaction, gym: number, id: number): Promise<{ is_hidden: boolean } | null> =>
  tx.maybe(sql`select is_hidden from cash_drawers where gym_id = ${gym} and id = ${id} for no key update`)

export const readDrawerRules = async (tx: Transaction, gym: number): Promise<CashDrawerRules> =>
  (await tx.maybe<CashDrawerRules>(sql`select needs_shift from drawer_rules where gym_id = ${gym}`)) ??
  defaultDrawerRules

const columns = sql`
  s.id, ${selectNameSnapshot(sql`d.id`, sql`d.name`)} as drawer,
  json_build_object('at', ${instant(sql`s.opened_at`)}, 'by', ${selectNameSnapshot(sql`s.id_user`, sql`s.user_name`)}, 'amount', s.opening::text) as opened,
  case when s.closed_at is not null then json_build_object(
    'number', s.number, 'at', ${instant(sql`s.closed_at`)}, 'by', ${selectNameSnapshot(sql`s.id_closer`, sql`s.closer_name`)}, 'counts', s.counts,
    'counted', s.counted::text, 'expected', s.expected::text, 'difference', (s.counted - s.expected)::text, 'note', s.note) end as closed`
const selectShifts = (rows: Statement): Statement =>
  sql`${rows} s join cash_drawers d on d.gym_id = s.gym_id and d.id = s.id_drawer`
const shifts = selectShifts(sql`cash_shifts`)

export const readShift = (tx: Transaction, gym: number, id: number): Promise<CashShift | null> =>
  tx.maybe(sql`select ${columns} from ${shifts} where s.gym_id = ${gym} and s.id = ${id}`)

export function listClosedShifts(tx: Transaction, gym: number, { page, size_page }: PageQuery) {
  const cut = sql`
    select * from cash_shifts where gym_id = ${gym} and number is not null order by number desc limit ${size_page} offset ${page * size_page}`
  return readListPage<CashShift>(
    tx,
    { page, size_page },
    sql`select ${columns} from ${selectShifts(sql`(${cut})`)} order by s.number desc`,
    sql`from cash_shifts where gym_id = ${gym} and number is not null`,
  )
}

const moveColumns = sql`
  id, amount::text, reason, ${instant(sql`created_at`)} as at, user_name as by,
  case when voided_at is not null then json_build_object('at', ${instant(sql`voided_at`)}, 'by', voider_name) end as voided`

export const listCashMovements = (tx: Transaction, gym: number, id: number, by?: number): Promise<CashMovement[]> =>
  tx.many(sql`
    select ${moveColumns} from cash_moves
    where gym_id = ${gym} and id_shift = ${id} ${by === undefined ? emptySql : sql`and id_user = ${by}`} order by id`)

export const zReportNumberKind = 'shift'

/** Skips numbers of Z reports that may have been printed before a restore. Gyms without drawers need no skip. */
export async function skipZReportNumbers(tx: Transaction, gym: number, count: number): Promise<SkippedDocumentNumbers> {
  const skipped = await tx.maybe<{ last: number }>(sql`
    insert into document_numbers as d (gym_id, kind, last)
    select ${gym}, ${zReportNumberKind}, coalesce(max(number), 0) + ${count}::bigint from cash_shifts where gym_id = ${gym}
    having exists (select from cash_drawers where gym_id = ${gym})
    on conflict (gym_id, kind) do update set last = greatest(d.last, excluded.last - ${count}::bigint) + ${count}::bigint returning last`)
  return skipped ? { [zReportNumberKind]: [skipped.last - count + 1, skipped.last] } : {}
}

interface ReadReport extends CashShift, Omit<CashShiftReport, 'shift' | 'expected'> {
  by_now: string
}

/**
 * Refunds in a shift, as rows (id_user, seller, of_shift, own, rest): `own` is the refund of money paid with the
 * document to `seller` (`of_shift`: in this shift), `rest` the refund of later debt payments.
 */
const selectShiftRefunds = (gym: number, id: number): Statement => sql`
  select v.id_user, paid.id_user as seller, paid.id_shift = ${id} as of_shift, b.amount - later.amount as own, later.amount as rest
  from (
      select t.id_void, t.id_sale, t.id_payment, -sum(t.amount) as amount
      from tenders t where t.gym_id = ${gym} and t.id_shift = ${id} and t.id_void is not null and ${isIncomingTenderSql} group by 1, 2, 3) b
    join voids v on v.gym_id = ${gym} and v.id = b.id_void
    cross join lateral (
      select coalesce(sum(o.amount) filter (where o.id_debt is null and (o.id_void is null or o.id_void < b.id_void)), 0) as amount,
        coalesce(sum(o.amount) filter (where o.id_debt is not null), 0) as collected,
        min(o.id_user) filter (where o.id_debt is null and o.id_void is null) as id_user,
        min(o.id_shift) filter (where o.id_debt is null and o.id_void is null) as id_shift
      from tenders o where o.gym_id = ${gym} and (o.id_sale = b.id_sale or o.id_payment = b.id_payment)) paid
    cross join lateral (select least(paid.collected, greatest(b.amount - greatest(paid.amount, 0), 0)) as amount) later`

/** Reads everything in one statement, so that a concurrent sale is in all sums or in none. */
export async function readCashShiftReport(tx: Transaction, gym: number, id: number): Promise<CashShiftReport | null> {
  const sumOf = (which: Statement) => sql`coalesce(sum(t.amount) filter (where ${which}), 0)::numeric(18, 2)`
  const countOf = (which: Statement) =>
    sql`count(distinct (t.id_void, t.id_collection)) filter (where t.amount < 0 and ${which})`
  const ofShift = sql`t.gym_id = ${gym} and t.id_shift = ${id}`
  const personal = (amount: string) => sql`
    coalesce((
      select json_agg(json_build_object('user', json_build_object('id', u.id, 'name', u.name), ${amount}::text, t.amount::text) order by u.name, u.id)
      from (select id_user, sum(amount)::numeric(18, 2) as amount from`
  const ofUser = sql`t group by 1) t join users u on u.gym_id = ${gym} and u.id = t.id_user), '[]')`
  const read = await tx.maybe<ReadReport>(sql`
    with given_back as materialized (${selectShiftRefunds(gym, id)})
    select ${columns}, ${selectExpectedCash(gym, id)} as by_now,
      coalesce((
        select json_agg(told order by t.in_drawer desc, k.position, k.id)
        from (
            select t.id_kind, t.in_drawer, ${sumOf(isIncomingTenderSql)} as income, ${sumOf(sql`not ${isIncomingTenderSql}`)} as expenses,
              -${sumOf(sql`t.amount < 0 and ${isIncomingTenderSql}`)} as refunded, ${countOf(isIncomingTenderSql)} as refunds,
              -${sumOf(sql`t.amount < 0 and not ${isIncomingTenderSql}`)} as recovered, ${countOf(sql`not ${isIncomingTenderSql}`)} as recoveries
            from tenders t where ${ofShift} group by 1, 2) t
          join payment_kinds k on k.gym_id = ${gym} and k.id = t.id_kind
          cross join lateral (
            select json_build_object('id', k.id, 'name', k.name) as kind, t.in_drawer, t.income::text, t.expenses::text,
              t.refunded::text, t.refunds, t.recovered::text, t.recoveries) told), '[]') as kinds,
      ${personal('income')} (
          select t.id_user, t.amount from tenders t where ${ofShift} and ${isIncomingTenderSql} and t.id_debt is null and t.id_void is null
          union all
          select seller, -own from given_back where of_shift) ${ofUser} as sellers,
      ((select coalesce(sum(t.amount), 0) from tenders t where ${ofShift} and t.id_debt is not null)
        - (select coalesce(sum(rest), 0) from given_back))::numeric(18, 2) as collected,
      ${personal('amount')} (select id_user, own as amount from given_back where of_shift is not true and own > 0) ${ofUser} as refunders,
      ${selectRefunds(gym, sql`t.id_shift = ${id}`)} as refunds,
      coalesce((
        select json_agg(row_to_json(m) order by m.id) from (
          select ${moveColumns} from cash_moves where gym_id = ${gym} and id_shift = ${id}) m), '[]') as moves
    from ${shifts} where s.gym_id = ${gym} and s.id = ${id}`)
  if (!read) return null
  const { by_now, kinds, sellers, collected, refunders, refunds, moves, ...shift } = read
  const expected = shift.closed?.expected ?? by_now
  return { shift, expected, kinds, sellers, collected, refunders, refunds, moves }
}

export const listShiftClosings = (tx: Transaction, gym: number, closed: TimeRange): Promise<DailyReport['closings']> =>
  tx.many(sql`
    select s.id, s.number, d.name as drawer, s.closed_at as at, s.closer_name as by, s.expected, s.counted,
      (s.counted - s.expected)::numeric(18, 2) as difference
    from ${shifts} where s.gym_id = ${gym} and s.number is not null ${isTimeInRangeSql(sql`s.closed_at`, closed)} order by s.number`)

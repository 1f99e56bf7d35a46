import type { CallQuery } from '@torniquete/contract/endpoints.ts'
import { RejectedFieldsError } from '@torniquete/contract/shared/errors.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import {
  type DiscountLimits,
  defaultDiscountLimits,
  formatDiscountLimit,
  type GivenDiscount,
  type SellerDiscountSums,
} from '@torniquete/contract/till/discounts.ts'
import { type DayRange, isDayInRangeSql, selectUnstoredDaySums, toDayRange } from '../../platform/db/day-sums.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { isPersonNamedSql } from '../../platform/db/name-search.ts'
import type { ListChunkRange } from '../../platform/db/paged-lists.ts'
import { makeSettingsUpsert, type Statement, sql } from '../../platform/db/sql.ts'
import { isTimeInRangeSql, toTimeRange } from '../../platform/db/time-range.ts'
import { selectNameSnapshot, selectVoidJson } from '../bills/queries.ts'

export const readDiscountLimits = async (tx: Transaction, gym: number): Promise<DiscountLimits> =>
  (await tx.maybe<DiscountLimits>(
    sql`select gym_admin::float8 as gym_admin, gym_worker::float8 as gym_worker from discount_limits where gym_id = ${gym}`,
  )) ?? defaultDiscountLimits

/** Fails if a discount (in percent) exceeds the role's limit; `loc` is its place in the request, for the error. */
export async function requireAllowedDiscount(
  tx: Transaction,
  { gym, role }: { gym: number; role: RoleName },
  asked: readonly { discount: number; loc: (string | number)[] }[],
): Promise<void> {
  // Most sales have no discount, so they need no query.
  if (role === 'gym_super_admin' || asked.every(({ discount }) => discount === 0)) return
  const limits = await readDiscountLimits(tx, gym)
  const most = role === 'gym_admin' ? limits.gym_admin : limits.gym_worker
  const over = asked.filter(({ discount }) => discount > most)
  if (over.length > 0)
    throw new RejectedFieldsError(over.map(({ loc }) => ({ type: 'too_big', msg: formatDiscountLimit(most), loc })))
}

export const writeDiscountLimits = (tx: Transaction, gym: number, change: Partial<DiscountLimits>): Promise<number> =>
  tx.run(makeSettingsUpsert('discount_limits', gym, change))

interface DiscountScope {
  gym: number
  zone: string
}
type Filter = Omit<CallQuery<'discounts.list'>, keyof PageQuery>

/** A list row's id is the sale's id times this number plus the line; bills have fewer lines. */
const linesOfSale = 1000

/** Discount of line `i` without its voided parts, by the same formula as the daily sums. */
const letGo = sql`(discount_amount(i.quantity, i.unit_price, i.discount) - case when s.voided_at is null then coalesce((
  select sum(v.discount) from void_lines v where v.gym_id = i.gym_id and v.id_sale = i.id_sale and v.line = i.line), 0) else 0 end)`

/** Milliseconds: ranges up to this length read all sales of their days, longer ones the index of discounted lines. */
const few = 31 * 86_400_000

/** Fixes the join order, because with row-level security the planner expects to read half of the table. */
function given({ gym, zone }: DiscountScope, { user_name, start_date, end_date }: Filter): Statement {
  const between = toTimeRange({ start_date, end_date }, zone)
  const { from, until } = between
  const days = isTimeInRangeSql(sql`s.created_at`, between)
  const seller = isPersonNamedSql(sql`s.id_user`, 'users', gym, user_name)
  const lines = sql`select * from sale_items i where i.gym_id = ${gym} and i.discount > 0`
  const sales = sql`select * from sales s where s.gym_id = ${gym} ${days}`
  return from && until && until.getTime() - from.getTime() <= few
    ? sql`from (${sales} offset 0) s cross join lateral (${lines} and i.id_sale = s.id offset 0) i where true ${seller}`
    : sql`from (${lines} offset 0) i cross join lateral (${sales} and s.id = i.id_sale offset 0) s where true ${seller}`
}

const shown = sql`
  i.id_sale * ${linesOfSale} + i.line as id, json_build_object('id', s.id, 'number', s.number) as sale, null::json as payment, s.created_at,
  ${selectNameSnapshot(sql`s.id_client`, sql`s.party_name`)} as client, ${selectNameSnapshot(sql`s.id_user`, sql`s.user_name`)} as user,
  i.product_name, i.quantity, i.unit_price, i.discount::float8 as percent, ${letGo} as amount, ${selectVoidJson(sql`s`, 'sale')} as voided`

const newestFirst = sql`s.created_at desc, s.number desc, i.line`

/** Line number that stands for a membership; it is above every line of a bill. */
const membershipLine = linesOfSale - 1

function selectMembershipDiscounts(
  { gym, zone }: DiscountScope,
  { user_name, start_date, end_date }: Filter,
): Statement {
  return sql`
    from membership_payments p where p.gym_id = ${gym} and p.discount > 0
      ${isTimeInRangeSql(sql`p.payment_date`, toTimeRange({ start_date, end_date }, zone))} ${isPersonNamedSql(sql`p.id_user`, 'users', gym, user_name)}`
}

/** Columns of a discounted membership (the contract's GivenDiscount). */
const shownMembership = sql`
  p.id * ${linesOfSale} + ${membershipLine} as id, null::json as sale, json_build_object('id', p.id, 'number', p.number) as payment,
  p.payment_date as created_at, ${selectNameSnapshot(sql`p.id_client`, sql`p.party_name`)} as client,
  ${selectNameSnapshot(sql`p.id_user`, sql`p.user_name`)} as user, p.name as product_name, 1 as quantity, p.list_price as unit_price,
  p.discount::float8 as percent, p.list_price - p.price as amount, ${selectVoidJson(sql`p`, 'payment')} as voided`

/** Discounted sale lines and memberships, newest first. `only` filters by the columns at, number and line. */
function mixedRows(of: DiscountScope, filter: Filter, only: Statement, cut: Statement): Statement {
  return sql`
    with keys as materialized (
      select * from (
        select i.gym_id, i.id_sale as id, i.line, s.created_at as at, s.number ${given(of, filter)}
        union all
        select p.gym_id, p.id, ${membershipLine}::integer, p.payment_date, p.number ${selectMembershipDiscounts(of, filter)}) k
      where ${only} order by at desc, number desc, line ${cut})
    select id, sale, payment, created_at, client, "user", product_name, quantity, unit_price, percent, amount, voided from (
      select ${shown}, k.at, k.number as place, k.line as place_line
      from keys k join sale_items i on i.gym_id = k.gym_id and i.id_sale = k.id and i.line = k.line
        join sales s on s.gym_id = k.gym_id and s.id = k.id
      where k.line <> ${membershipLine}
      union all
      select ${shownMembership}, k.at, k.number, k.line
      from keys k join membership_payments p on p.gym_id = k.gym_id and p.id = k.id where k.line = ${membershipLine}) rows
    order by at desc, place desc, place_line`
}

/** Reads all columns for a page of lines (gym_id, id_sale, line); names and voids are read only for these. */
const cutOf = (cut: Statement): Statement => sql`
  select ${shown}
  from (${cut}) page
    cross join lateral (select * from sale_items l where l.gym_id = page.gym_id and l.id_sale = page.id_sale and l.line = page.line offset 0) i
    cross join lateral (select * from sales d where d.gym_id = page.gym_id and d.id = page.id_sale offset 0) s
  order by ${newestFirst}`

const selectDiscountsOn = (gym: number, days: DayRange): Statement => sql`
  select day, id_user, lines, voided, amount from given_days where gym_id = ${gym} ${isDayInRangeSql(sql`day`, days)}
  union all
  select s.day, s.id_user, s.lines, s.voided, s.amount from ${selectUnstoredDaySums(gym, days, 'discounts_between')}`

/** Uses daily counts to find the days of the page, so that only the sales of those days are read. */
function readDiscountPage(
  { gym, zone }: DiscountScope,
  { page, size_page, user_name, ...range }: CallQuery<'discounts.list'>,
): Statement {
  const seller = (column: Statement) => isPersonNamedSql(column, 'users', gym, user_name)
  const days = selectDiscountsOn(gym, toDayRange(range, zone))
  const first = page * size_page
  // Extends the days at both ends, since an hour that a clock change repeats belongs to one local day.
  return cutOf(sql`
    with days as (
        select day, sum(lines + voided) as lines from (${days}) g where true ${seller(sql`id_user`)} group by 1),
      placed as (select day, lines, sum(lines) over (order by day desc) - lines as newer from days),
      chosen as materialized (
        select day, newer from placed where newer < ${first + size_page}::bigint and newer + lines > ${first}::bigint)
    select i.gym_id, i.id_sale, i.line
    from chosen c cross join lateral (
        select min(s.id) as first, max(s.id) as last from (
          select id from sales where gym_id = ${gym} and created_at >= (c.day::timestamp at time zone ${zone}) - interval '3 hours'
            and created_at < ((c.day + 1)::timestamp at time zone ${zone}) + interval '3 hours' offset 0) s) r
      cross join lateral (
        select * from sale_items i where i.gym_id = ${gym} and i.discount > 0 and i.id_sale between r.first and r.last offset 0) i
      cross join lateral (select * from sales s where s.gym_id = ${gym} and s.id = i.id_sale offset 0) s
    where (s.created_at at time zone ${zone})::date = c.day ${seller(sql`s.id_user`)}
    order by ${newestFirst} limit ${size_page} offset ${first}::bigint - coalesce((select min(newer) from chosen), 0)::bigint`)
}

const selectSums = (rows: Statement): Statement => sql`
  select coalesce(sum(g.lines + g.voided), 0)::integer as total, coalesce(sum(g.voided), 0)::integer as total_voided,
    coalesce(sum(g.amount), 0)::numeric(20, 2) as amount_sum,
    coalesce(json_agg(json_build_object('user', json_build_object('id', u.id, 'name', u.name), 'lines', g.lines, 'amount', g.amount::text)
      order by g.amount desc, u.id) filter (where g.lines > 0), '[]') as by_user
  from (
    select id_user, sum(lines)::integer as lines, sum(voided)::integer as voided, sum(amount)::numeric(20, 2) as amount
    from (${rows}) r group by id_user) g`

export async function listDiscounts(tx: Transaction, of: DiscountScope, query: CallQuery<'discounts.list'>) {
  const { user_name, page, size_page, ...range } = query
  const memberships = sql`
    select p.id_user, count(*) filter (where p.voided_at is null) as lines, count(p.voided_at) as voided,
      coalesce(sum(p.list_price - p.price) filter (where p.voided_at is null), 0) as amount
    ${selectMembershipDiscounts(of, query)} group by 1`
  const lines = sql`
    select id_user, lines, voided, amount from (${selectDiscountsOn(of.gym, toDayRange(range, of.zone))}) g
    where true ${isPersonNamedSql(sql`id_user`, 'users', of.gym, user_name)}`
  const [{ mixed }, sums] = await Promise.all([
    tx.one<{ mixed: boolean }>(sql`select exists (select ${selectMembershipDiscounts(of, query)}) as mixed`),
    tx.one<{ total: number; total_voided: number; amount_sum: string; by_user: SellerDiscountSums[] }>(
      sql`${selectSums(sql`${lines} union all ${memberships}`)} join users u on u.gym_id = ${of.gym} and u.id = g.id_user`,
    ),
  ])
  const cut = sql`limit ${size_page} offset ${page * size_page}::bigint`
  // Daily counts include only sales, so they can find the page if the list has no memberships.
  const items = await tx.many<GivenDiscount>(mixed ? mixedRows(of, query, sql`true`, cut) : readDiscountPage(of, query))
  return { items, sums }
}

export function readDiscountChunk(
  tx: Transaction,
  of: DiscountScope,
  filter: Filter,
  { after, most }: ListChunkRange,
): Promise<GivenDiscount[]> {
  const limit = sql`limit ${most}`
  if (after === null) return tx.many(mixedRows(of, filter, sql`true`, limit))
  const [id, line] = [Math.floor(after / linesOfSale), after % linesOfSale]
  const last =
    line === membershipLine
      ? sql`select b.payment_date, b.number, -${line}::integer from membership_payments b where b.gym_id = ${of.gym} and b.id = ${id}`
      : sql`select b.created_at, b.number, -${line}::integer from sales b where b.gym_id = ${of.gym} and b.id = ${id}`
  return tx.many(mixedRows(of, filter, sql`(at, number, -line) < (${last})`, limit))
}

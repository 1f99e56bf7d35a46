import {
  type DiscountLimits,
  type DiscountsOfUser,
  type GivenDiscount,
  usualLimits,
} from '@torniquete/contract/discounts.ts'
import type { Query } from '@torniquete/contract/endpoints.ts'
import type { Page } from '@torniquete/contract/shapes.ts'
import { nameSnapshot, voidedOf } from '../bills/queries.ts'
import type { Transaction } from '../db/gym-statements.ts'
import type { ListChunk } from '../db/lists.ts'
import { idsOfNamed } from '../db/name-search.ts'
import { daysOf, daysWithin } from '../db/spans.ts'
import { assignments, columnsAndValues, nothing, type Statement, sql } from '../db/sql.ts'
import { betweenOf, within } from '../db/time-range.ts'

export const readLimits = async (tx: Transaction, gym: number): Promise<DiscountLimits> =>
  (await tx.maybe<DiscountLimits>(
    sql`select gym_admin::float8 as gym_admin, gym_worker::float8 as gym_worker from discount_limits where gym_id = ${gym}`,
  )) ?? usualLimits

export const writeLimits = (tx: Transaction, gym: number, change: Partial<DiscountLimits>): Promise<number> => {
  const set = assignments(change)
  return tx.run(sql`
    insert into discount_limits ${columnsAndValues({ gym_id: gym, ...change })}
    on conflict (gym_id) do ${set.text === '' ? sql`nothing` : sql`update set ${set}`}`)
}

interface Of {
  gym: number
  zone: string
}
type Filter = Omit<Query<'discounts.list'>, keyof Page>

/** A line's number holds its sale's: a bill has fewer lines than that. */
const linesOfSale = 1000

/** As the sums of it are made (0150). */
const letGo = sql`(let_go(i.quantity, i.unit_price, i.discount) - case when s.voided_at is null then coalesce((
  select sum(v.discount) from void_lines v where v.gym_id = i.gym_id and v.id_sale = i.id_sale and v.line = i.line), 0) else 0 end)`

/** Days of sales that are looked through sooner than all that was ever let go. */
const few = 31 * 86_400_000

/**
 * The lines that were let go in part, and their sales. Few lines are, and those stand in an index of their own. Which side is
 * read first is said here: behind row-level security the planner takes half of all lines for such.
 */
function given({ gym, zone }: Of, { user_name, start_date, end_date }: Filter): Statement {
  const between = betweenOf({ start_date, end_date }, zone)
  const { from, until } = between
  const days = within(sql`s.created_at`, between)
  const seller = idsOfNamed(sql`s.id_user`, 'users', gym, user_name)
  const lines = sql`select * from sale_items i where i.gym_id = ${gym} and i.discount > 0`
  const sales = sql`select * from sales s where s.gym_id = ${gym} ${days}`
  return from && until && until.getTime() - from.getTime() <= few
    ? sql`from (${sales} offset 0) s cross join lateral (${lines} and i.id_sale = s.id offset 0) i where true ${seller}`
    : sql`from (${lines} offset 0) i cross join lateral (${sales} and s.id = i.id_sale offset 0) s where true ${seller}`
}

/** As the contract's GivenDiscount. */
const shown = sql`
  i.id_sale * ${linesOfSale} + i.line as id, json_build_object('id', s.id, 'number', s.number) as sale, s.created_at,
  ${nameSnapshot(sql`s.id_client`, sql`s.party_name`)} as client, ${nameSnapshot(sql`s.id_user`, sql`s.user_name`)} as user,
  i.product_name, i.quantity, i.unit_price, i.discount::float8 as percent, ${letGo} as amount, ${voidedOf(sql`s`, 'sale')} as voided`

const newestFirst = sql`s.created_at desc, s.number desc, i.line`

interface GivenSums {
  total: number
  total_voided: number
  amount_sum: string
  by_user: DiscountsOfUser[]
}

/** The lines (gym_id, id_sale, line) that `cut` leaves; names and voids are looked up of those alone. */
const cutOf = (cut: Statement): Statement => sql`
  select ${shown}
  from (${cut}) page
    cross join lateral (select * from sale_items l where l.gym_id = page.gym_id and l.id_sale = page.id_sale and l.line = page.line offset 0) i
    cross join lateral (select * from sales d where d.gym_id = page.gym_id and d.id = page.id_sale offset 0) s
  order by ${newestFirst}`

/** The sums tell on which days the lines of the page lie: of those days alone the sales are read. */
export function pageOf(
  { gym, zone }: Of,
  { page, size_page, user_name, ...range }: Query<'discounts.list'>,
): Statement {
  const seller = (column: Statement) => idsOfNamed(column, 'users', gym, user_name)
  const days = daysWithin(sql`day`, daysOf(range, zone))
  const first = page * size_page
  // An hour that clocks show twice is of the day that they show: both ends are looked beyond.
  return cutOf(sql`
    with days as (
        select day, sum(lines + voided) as lines from given_days where gym_id = ${gym} ${days} ${seller(sql`id_user`)} group by 1),
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

export async function listGiven(tx: Transaction, of: Of, query: Query<'discounts.list'>) {
  const { user_name, ...range } = query
  const [items, sums] = await Promise.all([
    tx.many<GivenDiscount>(pageOf(of, query)),
    tx.one<GivenSums>(sql`
      select coalesce(sum(g.lines + g.voided), 0)::integer as total, coalesce(sum(g.voided), 0)::integer as total_voided,
        coalesce(sum(g.amount), 0)::numeric(20, 2) as amount_sum,
        coalesce(json_agg(json_build_object('user', json_build_object('id', u.id, 'name', u.name), 'lines', g.lines, 'amount', g.amount::text)
          order by g.amount desc, u.id) filter (where g.lines > 0), '[]') as by_user
      from (
        select id_user, sum(lines) as lines, sum(voided) as voided, sum(amount) as amount
        from given_days
        where gym_id = ${of.gym} ${daysWithin(sql`day`, daysOf(range, of.zone))} ${idsOfNamed(sql`id_user`, 'users', of.gym, user_name)}
        group by id_user) g join users u on u.gym_id = ${of.gym} and u.id = g.id_user`),
  ])
  return { items, sums }
}

export function chunkOfGiven(
  tx: Transaction,
  of: Of,
  filter: Filter,
  { after, most }: ListChunk,
): Promise<GivenDiscount[]> {
  const line = after === null ? null : { sale: Math.floor(after / linesOfSale), place: after % linesOfSale }
  const behind = line
    ? sql`and (s.created_at, s.number, -i.line) < (select b.created_at, b.number, -${line.place}::integer from sales b where b.gym_id = ${of.gym} and b.id = ${line.sale})`
    : nothing
  return tx.many(
    cutOf(sql`select i.gym_id, i.id_sale, i.line ${given(of, filter)} ${behind} order by ${newestFirst} limit ${most}`),
  )
}

import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type {
  CountedProduct,
  StockCount,
  StockCountDifference,
  StockCountDifferences,
} from '@torniquete/contract/till/stock.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { readListPage } from '../../platform/db/paged-lists.ts'
import { emptySql, type Statement, sql } from '../../platform/db/sql.ts'
import { selectNameSnapshot } from '../bills/queries.ts'
import { selectQuantityMovedSince } from './movements.ts'

const columns = sql`
  c.id, c.name, c.created_at, ${selectNameSnapshot(sql`c.id_user`, sql`c.user_name`)} as user,
  (select count(*) from stock_count_lines l where l.gym_id = c.gym_id and l.id_count = c.id)::integer as products,
  case when c.outcome is not null then json_build_object('outcome', c.outcome, 'by', c.closed_by,
    'at', to_char(c.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as closed`

export function listStockCounts(tx: Transaction, gym: number, { page, size_page }: PageQuery) {
  const cut = sql`
      select ${columns}
      from (select * from stock_counts where gym_id = ${gym} order by id desc limit ${size_page} offset ${page * size_page}) c order by c.id desc`
  return readListPage<StockCount>(tx, { page, size_page }, cut, sql`from stock_counts c where c.gym_id = ${gym}`)
}

export const readStockCount = (tx: Transaction, gym: number, id: number): Promise<StockCount | null> =>
  tx.maybe(sql`select ${columns} from stock_counts c where c.gym_id = ${gym} and c.id = ${id}`)

/** Locks a count (shared for counting, exclusive for closing) and returns its opening time. Fails if closed. */
export async function lockOpenStockCount(
  tx: Transaction,
  gym: number,
  id: number,
  how: 'counting' | 'closing',
): Promise<Date> {
  const lock = how === 'closing' ? sql`for update` : sql`for share`
  const count =
    (await tx.maybe<{ outcome: string | null; created_at: string }>(
      sql`select outcome, created_at from stock_counts where gym_id = ${gym} and id = ${id} ${lock}`,
    )) ?? throwError('row.missing')
  if (count.outcome !== null) throwError('count.closed')
  return new Date(count.created_at)
}

export const closeStockCount = (
  tx: Transaction,
  gym: number,
  id: number,
  { outcome, by, at }: { outcome: 'booked' | 'dropped'; by: string; at: Date },
): Promise<number> =>
  tx.run(sql`
    update stock_counts set outcome = ${outcome}, closed_by = ${by}, closed_at = ${at} where gym_id = ${gym} and id = ${id}`)

/** Lines of a count, the last counted first. */
export const listStockCountLines = (
  tx: Transaction,
  gym: number,
  count: number,
  only: readonly number[] | null = null,
): Promise<CountedProduct[]> =>
  tx.many(sql`
    select l.id_product, p.name as product_name, p.code, l.counted, ${selectNameSnapshot(sql`l.id_user`, sql`l.user_name`)} as user, l.counted_at
    from stock_count_lines l join products p on p.gym_id = l.gym_id and p.id = l.id_product
    where l.gym_id = ${gym} and l.id_count = ${count} ${only ? sql`and l.id_product = any(${[...only]}::bigint[])` : emptySql}
    order by l.counted_at desc, l.id_product`)

export interface StockCountEntry {
  id_product: number
  quantity: number
  anew: boolean
}

interface Counting {
  gym: number
  count: number
  user: { id: number; name: string }
  now: Date
  /** Time of counting if the entry was sent later, otherwise null. */
  moment: Date | null
}

/**
 * Adds a quantity to a line or replaces it, and stores the stock at counting time. The product locks order it before
 * or after each sale. An older entry that arrives late does not change the line's last counting time.
 */
export async function addStockCountEntries(
  tx: Transaction,
  { gym, count, user, now, moment }: Counting,
  counted: readonly StockCountEntry[],
): Promise<void> {
  const anew = counted.filter((each) => each.anew).map((each) => each.id_product)
  await tx.run(sql`
    delete from stock_count_lines where gym_id = ${gym} and id_count = ${count} and id_product = any(${anew}::bigint[])`)
  const held = moment ? sql`p.quantity - ${selectQuantityMovedSince(gym, sql`p.id`, moment, now)}` : sql`p.quantity`
  const late = sql`excluded.counted_at < l.counted_at`
  await tx.run(sql`
    insert into stock_count_lines as l (gym_id, id_count, id_product, counted, stock_first, stock_last, id_user, user_name, counted_at)
    select ${gym}, ${count}, p.id, n.counted, h.stock, h.stock, ${user.id}, ${user.name}, ${moment ?? now}
    from unnest(${counted.map((each) => each.id_product)}::bigint[], ${counted.map((each) => each.quantity)}::integer[]) n (product, counted)
      join products p on p.gym_id = ${gym} and p.id = n.product
      cross join lateral (select (${held})::integer as stock) h
    order by p.id
    on conflict (gym_id, id_count, id_product) do update set counted = least(1000000000, l.counted::bigint + excluded.counted)::integer,
      stock_first = case when ${late} and l.stock_first = l.stock_last then excluded.stock_first else l.stock_first end,
      stock_last = case when ${late} then l.stock_last else excluded.stock_last end,
      id_user = case when ${late} then l.id_user else excluded.id_user end,
      user_name = case when ${late} then l.user_name else excluded.user_name end,
      counted_at = greatest(l.counted_at, excluded.counted_at)`)
}

/** Lines of a count with their differences; after booking they keep the cost of that time. */
const selectDifferences = (gym: number, count: number): Statement => sql`
  select l.id_product, p.name as product_name, p.in_order, l.counted, l.stock_last as stock, l.counted - l.stock_last as difference,
    l.stock_first <> l.stock_last as moved, case when c.outcome = 'booked' then l.unit_cost else p.average_cost end as exact_cost
  from stock_count_lines l join products p on p.gym_id = l.gym_id and p.id = l.id_product
    join stock_counts c on c.gym_id = l.gym_id and c.id = l.id_count
  where l.gym_id = ${gym} and l.id_count = ${count}`

const valued = sql`round(j.difference * j.exact_cost, 2)`

const selectUncounted = (gym: number, count: number): Statement => sql`
  from products p where p.gym_id = ${gym} and p.deleted_at is null and p.quantity > 0
    and not exists (select from stock_count_lines l where l.gym_id = p.gym_id and l.id_count = ${count} and l.id_product = p.id)`

const mostUncounted = 50

type Sums = Pick<StockCountDifferences, 'agreeing' | 'more' | 'less' | 'value' | 'digest'>

export async function readStockCountDifferences(
  tx: Transaction,
  gym: number,
  id: number,
): Promise<Omit<StockCountDifferences, 'count'>> {
  const [items, sums, { total }, first] = await Promise.all([
    tx.many<StockCountDifference>(sql`
      select j.id_product, j.product_name, j.counted, j.stock, j.difference, j.moved,
        j.exact_cost::numeric(16, 2) as unit_cost, ${valued} as value
      from (${selectDifferences(gym, id)}) j where j.difference <> 0 order by abs(${valued}) desc nulls last, j.in_order, j.id_product`),
    tx.one<Sums>(sql`
      select (count(*) filter (where j.difference = 0))::integer as agreeing,
        coalesce(sum(${valued}) filter (where j.difference > 0), 0)::numeric(20, 2) as more,
        coalesce(-sum(${valued}) filter (where j.difference < 0), 0)::numeric(20, 2) as less,
        coalesce(sum(${valued}), 0)::numeric(20, 2) as value,
        md5(coalesce(string_agg(concat_ws(' ', j.id_product, j.counted, j.stock), ',' order by j.id_product), '')) as digest
      from (${selectDifferences(gym, id)}) j`),
    tx.one<{ total: number }>(sql`select count(*) as total ${selectUncounted(gym, id)}`),
    tx.many<StockCountDifferences['uncounted']['first'][number]>(sql`
      select p.id as id_product, p.name as product_name, p.quantity as stock ${selectUncounted(gym, id)}
      order by p.in_order, p.id limit ${mostUncounted}`),
  ])
  return { items, ...sums, uncounted: { total, first } }
}

export async function storeCostsAndAdjustCounts(tx: Transaction, gym: number, id: number): Promise<void> {
  await tx.run(sql`
    update stock_count_lines l set unit_cost = p.average_cost from products p
    where l.gym_id = ${gym} and l.id_count = ${id} and p.gym_id = l.gym_id and p.id = l.id_product`)
  await tx.run(sql`
    update stock_count_lines l set stock_first = l.stock_first + own.counted - own.stock_last, stock_last = l.stock_last + own.counted - own.stock_last
    from stock_count_lines own, stock_counts c
    where own.gym_id = ${gym} and own.id_count = ${id} and own.counted <> own.stock_last and l.gym_id = own.gym_id
      and l.id_product = own.id_product and l.id_count <> own.id_count and c.gym_id = l.gym_id and c.id = l.id_count and c.outcome is null`)
}

import type { CallQuery } from '@torniquete/contract/endpoints.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import { minUnsoldDays, type ProductSales, type StockReportSums } from '@torniquete/contract/till/stock.ts'
import type { z } from 'zod'
import { selectRangeSums, selectUnstoredDaySums, toDayRange } from '../../platform/db/day-sums.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { hasNameWordsSql } from '../../platform/db/name-search.ts'
import { isRowInChunkSql, type ListChunkRange } from '../../platform/db/paged-lists.ts'
import { emptySql, joinColumnsAndValues, type Statement, sql } from '../../platform/db/sql.ts'

interface NewAdjustment {
  gym_id: number
  kind: 'count' | 'adjustment' | 'loss'
  id_count?: number
  reason: string
  id_user: number
  user_name: string
  created_at: Date
}

/** Books an adjustment, skipping lines that change nothing, and returns its id. */
export async function insertAdjustment(
  tx: Transaction,
  row: NewAdjustment,
  changes: readonly { id_product: number; change: number }[],
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(
    sql`insert into stock_adjustments ${joinColumnsAndValues(row)} returning id`,
  )
  await tx.run(sql`
    insert into stock_movements (gym_id, id_product, quantity, reason, id_adjustment)
    select ${row.gym_id}, n.product, n.change, ${row.kind}, ${id}
    from unnest(${changes.map((each) => each.id_product)}::bigint[], ${changes.map((each) => each.change)}::integer[]) n (product, change)
    order by n.product`)
  return id
}

type ShelfQuery = Omit<CallQuery<'stock.list'>, keyof PageQuery>
interface Shelf {
  gym: number
  zone: string
  now: Date
}

/** Stock figures per product, with unrounded costs. Deleted products appear only if they were sold in the range. */
const selectShelf = (
  { gym, zone }: Shelf,
  { name, ...range }: ShelfQuery,
  days = toDayRange(range, zone),
): Statement => sql`
  select p.gym_id, p.id, p.name, p.in_order, p.code, p.created_at, p.deleted_at is not null as deleted, p.quantity, p.sale_price,
    p.average_cost as exact_cost, round(p.quantity * p.average_cost, 2) as stock_value,
    coalesce(w.sold, 0)::integer as sold, coalesce(w.revenue, 0)::numeric(20, 2) as revenue,
    round(coalesce(w.sold, 0) * p.average_cost, 2) as cost
  from products p left join (
    select id_product, sum(quantity) as sold, sum(cents) / 100 as revenue from (
      select id_product, quantity, cents from ${selectRangeSums(days, sql`select id_product, quantity, cents from sold_sums where gym_id = ${gym}`)}
      union all
      select s.id_product, s.quantity, s.cents from ${selectUnstoredDaySums(gym, days, 'sold_between')}) d
    group by id_product) w on w.id_product = p.id
  where p.gym_id = ${gym} and (p.deleted_at is null or w.sold > 0) ${name?.trim() ? sql`and ((true ${hasNameWordsSql(sql`p.search`, name)}) or p.code = ${name.trim()})` : emptySql}`

/** Time of the last valid sale of product `t`. */
const lastSale = sql`
  (select s.created_at from sale_items i join sales s on s.gym_id = i.gym_id and s.id = i.id_sale
   where i.gym_id = t.gym_id and i.id_product = t.id and s.voided_at is null
     and i.quantity > coalesce((select sum(v.quantity) from void_lines v where v.gym_id = i.gym_id and v.id_sale = i.id_sale and v.line = i.line), 0) order by i.id_sale desc limit 1)`

const chooseOrder = ({ now }: Shelf, which: ShelfQuery['which']): Statement => {
  if (which === 'best') return sql`where t.sold > 0`
  if (which === 'name') return emptySql
  const then = sql`${now}::timestamptz - make_interval(days => ${minUnsoldDays})`
  return sql`where not t.deleted and t.quantity > 0 and t.created_at < ${then} and coalesce(${lastSale} < ${then}, true)`
}

const shown = sql`
  t.id, t.name, t.code, t.deleted, t.quantity, t.sale_price, t.exact_cost::numeric(16, 2) as average_cost, t.stock_value, t.sold, t.revenue, t.cost,
  t.revenue - t.cost as margin, case when t.revenue > 0 then round(100 * (t.revenue - t.cost) / t.revenue, 1)::float8 end as margin_percent,
  ${lastSale} as last_sold_at`

const orders = {
  name: sql`t.in_order, t.id`,
  best: sql`t.sold desc, t.revenue desc, t.in_order, t.id`,
  still: sql`t.stock_value desc nulls last, t.in_order, t.id`,
}

type Sums = z.output<typeof StockReportSums> & { total: number }

/** Totals over rows `t`, as aggregates, or as window functions if `over` is given. */
const selectTotals = (over: Statement): Statement => {
  const sumOf = (amount: Statement) => sql`(coalesce(sum(${amount}) ${over}, 0)::numeric(20, 2))::text`
  return sql`json_build_object(
    'total', count(*) ${over}, 'stock_value', ${sumOf(sql`t.stock_value`)}, 'sold', coalesce(sum(t.sold) ${over}, 0)::integer,
    'revenue', ${sumOf(sql`t.revenue`)}, 'cost', ${sumOf(sql`t.cost`)}, 'margin', ${sumOf(sql`t.revenue - t.cost`)},
    'uncosted', count(*) filter (where t.exact_cost is null and (t.quantity > 0 or t.sold > 0)) ${over})`
}

/** Each row of the query includes the totals, so an empty page needs a second query for them. */
export async function listStockReport(tx: Transaction, of: Shelf, query: CallQuery<'stock.list'>) {
  const { page, size_page, which } = query
  const rows = sql`from (${selectShelf(of, query)}) t ${chooseOrder(of, which)}`
  const read = await tx.many<ProductSales & { sums: Sums }>(sql`
    select ${shown}, t.sums from (
      select t.*, ${selectTotals(sql`over ()`)} as sums ${rows} order by ${orders[which]} limit ${size_page} offset ${page * size_page}) t
    order by ${orders[which]}`)
  const { sums } = read[0] ?? (await tx.one<{ sums: Sums }>(sql`select ${selectTotals(emptySql)} as sums ${rows}`))
  const { total, ...rest } = sums
  return { items: read.map(({ sums: _, ...item }): ProductSales => item), total, sums: rest }
}

export const readStockChunk = (
  tx: Transaction,
  of: Shelf,
  query: ShelfQuery,
  chunk: ListChunkRange,
): Promise<ProductSales[]> =>
  tx.many(sql`
    select ${shown} from (${selectShelf(of, query)}
      ${isRowInChunkSql(chunk, of.gym, { rows: sql`products p`, alias: sql`p`, key: sql`p.in_order, p.id`, sign: sql`>` })}) t
    ${chooseOrder(of, query.which)} order by ${orders.name} limit ${chunk.most}`)

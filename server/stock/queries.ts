// The ledger of the stock as it is read: movements of a product, and what each product costs, earns and waits.

import type { Query } from '@torniquete/contract/endpoints.ts'
import type { Movement } from '@torniquete/contract/movements.ts'
import type { Page } from '@torniquete/contract/shapes.ts'
import { type ShelfProduct, type ShelfSums, stillDays } from '@torniquete/contract/stock.ts'
import type { z } from 'zod'
import { nameSnapshot } from '../bills/queries.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { afterRow, type ListChunk } from '../db/lists.ts'
import { nameMatches } from '../db/name-search.ts'
import { daysOf, sumsOf } from '../db/spans.ts'
import { columnsAndValues, nothing, type Statement, sql } from '../db/sql.ts'

const ofProduct = (gym: number, product: number): Statement => sql`m.gym_id = ${gym} and m.id_product = ${product}`

/** Movements that `cut` leaves of a product's, the newest first; `newer` are the quantities of those before them. */
const movementsOf = (gym: number, product: number, cut: Statement, newer: Statement): Statement => sql`
  select m.id, m.quantity, coalesce(v.number, s.number, b.number)::bigint as number,
    coalesce(v.created_at, s.created_at, b.created_at, case when m.reason = 'void' then f.undone_at else f.created_at end, a.created_at) as at,
    case when m.reason <> 'void' then case when m.id_import is not null then 'import' else m.reason end
         when m.id_sale is not null then 'sale-void' when m.id_purchase is not null then 'purchase-void' else 'import-void' end as kind,
    coalesce(v.reason, a.reason, f.file_name) as note,
    ${nameSnapshot(sql`coalesce(v.id_user, s.id_user, b.id_user, f.id_user, a.id_user)`, sql`coalesce(v.user_name, s.user_name, b.user_name, f.user_name, a.user_name)`)} as user,
    (p.quantity - coalesce((select sum(n.quantity) from (${newer}) n), 0)
      - coalesce(sum(m.quantity) over (order by m.id desc rows between unbounded preceding and 1 preceding), 0))::integer as balance
  from products p cross join lateral (select * from stock_movements m where ${ofProduct(gym, product)} ${cut}) m
    left join sales s on s.gym_id = m.gym_id and s.id = m.id_sale
    left join purchases b on b.gym_id = m.gym_id and b.id = m.id_purchase
    left join product_imports f on f.gym_id = m.gym_id and f.id = m.id_import
    left join stock_adjustments a on a.gym_id = m.gym_id and a.id = m.id_adjustment
    left join lateral (
      select v.* from voids v where m.reason = 'void' and v.gym_id = m.gym_id and v.id_sale = m.id_sale
      union all
      select v.* from voids v where m.reason = 'void' and v.gym_id = m.gym_id and v.id_purchase = m.id_purchase) v on true
  where p.gym_id = ${gym} and p.id = ${product}
  order by m.id desc`

export async function listMovements(
  tx: Transaction,
  gym: number,
  { id_product, page, size_page }: Query<'movements.list'>,
) {
  const [product, items, { total }] = await Promise.all([
    // Deleted ones too: what moved is not gone with them.
    tx.maybe<{ id: number; name: string; quantity: number }>(
      sql`select id, name, quantity from products where gym_id = ${gym} and id = ${id_product}`,
    ),
    tx.many<Movement>(
      movementsOf(
        gym,
        id_product,
        sql`order by m.id desc limit ${size_page} offset ${page * size_page}`,
        sql`select m.quantity from stock_movements m where ${ofProduct(gym, id_product)} order by m.id desc limit ${page * size_page}`,
      ),
    ),
    tx.one<{ total: number }>(sql`select count(*) as total from stock_movements m where ${ofProduct(gym, id_product)}`),
  ])
  return { product, items, total }
}

export const chunkOfMovements = (
  tx: Transaction,
  gym: number,
  product: number,
  { after, most }: ListChunk,
): Promise<Movement[]> =>
  tx.many(
    movementsOf(
      gym,
      product,
      sql`${after === null ? nothing : sql`and m.id < ${after}`} order by m.id desc limit ${most}`,
      sql`select m.quantity from stock_movements m where ${ofProduct(gym, product)} and m.id >= ${after}`,
    ),
  )

export const readMovement = (tx: Transaction, gym: number, product: number, adjustment: number): Promise<Movement> =>
  tx.one(
    movementsOf(
      gym,
      product,
      sql`and m.id_adjustment = ${adjustment}`,
      sql`select n.quantity from stock_movements m join stock_movements n on n.gym_id = m.gym_id and n.id_product = m.id_product and n.id > m.id
          where ${ofProduct(gym, product)} and m.id_adjustment = ${adjustment}`,
    ),
  )

interface NewAdjustment {
  gym_id: number
  kind: 'count' | 'adjustment' | 'loss'
  id_count?: number
  reason: string
  id_user: number
  user_name: string
  created_at: Date
}

/** Books what it changes, product by product, none by nothing; answers its id. */
export async function insertAdjustment(
  tx: Transaction,
  row: NewAdjustment,
  changes: readonly { id_product: number; change: number }[],
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`insert into stock_adjustments ${columnsAndValues(row)} returning id`)
  await tx.run(sql`
    insert into stock_movements (gym_id, id_product, quantity, reason, id_adjustment)
    select ${row.gym_id}, n.product, n.change, ${row.kind}, ${id}
    from unnest(${changes.map((each) => each.id_product)}::bigint[], ${changes.map((each) => each.change)}::integer[]) n (product, change)
    order by n.product`)
  return id
}

type ShelfQuery = Omit<Query<'stock.list'>, keyof Page>
interface Shelf {
  gym: number
  zone: string
  now: Date
}

/** Each product with its figures, unrounded where they are summed; those that are gone only where they were sold in these days. */
const shelf = ({ gym, zone }: Shelf, { name, start_date, end_date }: ShelfQuery): Statement => sql`
  select p.gym_id, p.id, p.name, p.in_order, p.code, p.created_at, p.deleted_at is not null as deleted, p.quantity, p.sale_price,
    p.average_cost as exact_cost, round(p.quantity * p.average_cost, 2) as stock_value,
    coalesce(w.sold, 0)::integer as sold, coalesce(w.revenue, 0)::numeric(20, 2) as revenue,
    round(coalesce(w.sold, 0) * p.average_cost, 2) as cost
  from products p left join (
    select id_product, sum(quantity) as sold, sum(cents) / 100 as revenue
    from ${sumsOf(daysOf({ start_date, end_date }, zone), sql`select id_product, quantity, cents from sold_sums where gym_id = ${gym}`)}
    group by id_product) w on w.id_product = p.id
  where p.gym_id = ${gym} and (p.deleted_at is null or w.sold > 0) ${name?.trim() ? sql`and ((true ${nameMatches(sql`p.search`, name)}) or p.code = ${name.trim()})` : nothing}`

/** When the last one that stands was sold. */
const lastSale = sql`
  (select s.created_at from sale_items i join sales s on s.gym_id = i.gym_id and s.id = i.id_sale
   where i.gym_id = t.gym_id and i.id_product = t.id and s.voided_at is null order by i.id_sale desc limit 1)`

const chosen = ({ now }: Shelf, which: ShelfQuery['which']): Statement => {
  if (which === 'best') return sql`where t.sold > 0`
  if (which === 'name') return nothing
  const then = sql`${now}::timestamptz - make_interval(days => ${stillDays})`
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

type Sums = z.output<typeof ShelfSums> & { total: number }

/** The sums of all rows `t`, as an aggregate or, with `over`, beside each of them. */
const summed = (over: Statement): Statement => {
  const sumOf = (amount: Statement) => sql`(coalesce(sum(${amount}) ${over}, 0)::numeric(20, 2))::text`
  return sql`json_build_object(
    'total', count(*) ${over}, 'stock_value', ${sumOf(sql`t.stock_value`)}, 'sold', coalesce(sum(t.sold) ${over}, 0)::integer,
    'revenue', ${sumOf(sql`t.revenue`)}, 'cost', ${sumOf(sql`t.cost`)}, 'margin', ${sumOf(sql`t.revenue - t.cost`)},
    'uncosted', count(*) filter (where t.exact_cost is null and (t.quantity > 0 or t.sold > 0)) ${over})`
}

/** From one reading of what was sold: each row of the page brings the sums along; where it is empty they are asked for alone. */
export async function listShelf(tx: Transaction, of: Shelf, query: Query<'stock.list'>) {
  const { page, size_page, which } = query
  const rows = sql`from (${shelf(of, query)}) t ${chosen(of, which)}`
  const read = await tx.many<ShelfProduct & { sums: Sums }>(sql`
    select ${shown}, t.sums from (
      select t.*, ${summed(sql`over ()`)} as sums ${rows} order by ${orders[which]} limit ${size_page} offset ${page * size_page}) t
    order by ${orders[which]}`)
  const { sums } = read[0] ?? (await tx.one<{ sums: Sums }>(sql`select ${summed(nothing)} as sums ${rows}`))
  const { total, ...rest } = sums
  return { items: read.map(({ sums: _, ...item }): ShelfProduct => item), total, sums: rest }
}

/** By name, whichever they are: a sheet is sorted by whoever reads it. */
export const chunkOfShelf = (
  tx: Transaction,
  of: Shelf,
  query: ShelfQuery,
  chunk: ListChunk,
): Promise<ShelfProduct[]> =>
  tx.many(sql`
    select ${shown} from (${shelf(of, query)}
      ${afterRow(chunk, of.gym, { rows: sql`products p`, alias: sql`p`, key: sql`p.in_order, p.id`, sign: sql`>` })}) t
    ${chosen(of, query.which)} order by ${orders.name} limit ${chunk.most}`)

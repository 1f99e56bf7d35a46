import type { CallQuery } from '@torniquete/contract/endpoints.ts'
import type { StockMovement } from '@torniquete/contract/till/stock-movements.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import type { ListChunkRange } from '../../platform/db/paged-lists.ts'
import { emptySql, type Statement, sql } from '../../platform/db/sql.ts'
import { selectNameSnapshot } from '../bills/queries.ts'

const ofProduct = (gym: number, product: number | Statement): Statement =>
  sql`m.gym_id = ${gym} and m.id_product = ${product}`

/** Booking time of movement `m`, read from its document in a subquery, because most readers take only one page. */
const bookedAt = sql`
  case when m.id_import is not null then (
         select case when m.reason = 'void' then f.undone_at else f.created_at end
         from product_imports f where f.gym_id = m.gym_id and f.id = m.id_import)
       when m.id_adjustment is not null then (select a.created_at from stock_adjustments a where a.gym_id = m.gym_id and a.id = m.id_adjustment)
       when m.id_sale is not null then
         case when m.reason = 'void' then (select v.created_at from voids v where v.gym_id = m.gym_id
                and case when m.id_void is null then v.id_sale = m.id_sale else v.id = m.id_void end)
              else (select s.created_at from sales s where s.gym_id = m.gym_id and s.id = m.id_sale) end
       else
         case when m.reason = 'void' then (select v.created_at from voids v where v.gym_id = m.gym_id and v.id_purchase = m.id_purchase)
              else (select b.created_at from purchases b where b.gym_id = m.gym_id and b.id = m.id_purchase) end end`

/** A page of a product's movements, newest first. `newer` selects those of earlier pages, to compute balances. */
const selectMovements = (gym: number, product: number, cut: Statement, newer: Statement): Statement => sql`
  select m.id, m.quantity, coalesce(v.number, s.number, b.number)::bigint as number, ${bookedAt} as at,
    case when m.reason <> 'void' then case when m.id_import is not null then 'import' else m.reason end
         when m.id_sale is not null then 'sale-void' when m.id_purchase is not null then 'purchase-void' else 'import-void' end as kind,
    coalesce(v.reason, a.reason, f.file_name) as note,
    ${selectNameSnapshot(sql`coalesce(v.id_user, s.id_user, b.id_user, f.id_user, a.id_user)`, sql`coalesce(v.user_name, s.user_name, b.user_name, f.user_name, a.user_name)`)} as user,
    (p.quantity - coalesce((select sum(n.quantity) from (${newer}) n), 0)
      - coalesce(sum(m.quantity) over (order by m.id desc rows between unbounded preceding and 1 preceding), 0))::integer as balance
  from products p cross join lateral (select * from stock_movements m where ${ofProduct(gym, product)} ${cut}) m
    left join sales s on s.gym_id = m.gym_id and s.id = m.id_sale
    left join purchases b on b.gym_id = m.gym_id and b.id = m.id_purchase
    left join product_imports f on f.gym_id = m.gym_id and f.id = m.id_import
    left join stock_adjustments a on a.gym_id = m.gym_id and a.id = m.id_adjustment
    left join lateral (
      select v.* from voids v where m.reason = 'void' and m.id_void is null and v.gym_id = m.gym_id and v.id_sale = m.id_sale
      union all
      select v.* from voids v where v.gym_id = m.gym_id and v.id = m.id_void
      union all
      select v.* from voids v where m.reason = 'void' and v.gym_id = m.gym_id and v.id_purchase = m.id_purchase) v on true
  where p.gym_id = ${gym} and p.id = ${product}
  order by m.id desc`

export async function listMovements(
  tx: Transaction,
  gym: number,
  { id_product, page, size_page }: CallQuery<'movements.list'>,
) {
  const [product, items, { total }] = await Promise.all([
    // Also finds deleted products, whose movements can still be read.
    tx.maybe<{ id: number; name: string; quantity: number }>(
      sql`select id, name, quantity from products where gym_id = ${gym} and id = ${id_product}`,
    ),
    tx.many<StockMovement>(
      selectMovements(
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

export const readMovementChunk = (
  tx: Transaction,
  gym: number,
  product: number,
  { after, most }: ListChunkRange,
): Promise<StockMovement[]> =>
  tx.many(
    selectMovements(
      gym,
      product,
      sql`${after === null ? emptySql : sql`and m.id < ${after}`} order by m.id desc limit ${most}`,
      sql`select m.quantity from stock_movements m where ${ofProduct(gym, product)} and m.id >= ${after}`,
    ),
  )

export const readAdjustmentMovement = (
  tx: Transaction,
  gym: number,
  product: number,
  adjustment: number,
): Promise<StockMovement> =>
  tx.one(
    selectMovements(
      gym,
      product,
      sql`and m.id_adjustment = ${adjustment}`,
      sql`select n.quantity from stock_movements m join stock_movements n on n.gym_id = m.gym_id and n.id_product = m.id_product and n.id > m.id
          where ${ofProduct(gym, product)} and m.id_adjustment = ${adjustment}`,
    ),
  )

/** Dates up to this far ahead of the clock are accepted; later ones come from a wrong clock and cannot be ordered. */
const clocksDiffer = sql`interval '1 minute'`
/** The order of ids and the order of dates may differ by this time, because transactions wait for each other. */
const outOfOrder = sql`interval '1 hour'`

/** SQL expression: quantity moved since `moment`, without counts and corrections, which adjust open counts. */
export const selectQuantityMovedSince = (gym: number, product: Statement, moment: Date, now: Date): Statement => {
  const own = ofProduct(gym, product)
  return sql`(
    select coalesce(sum(r.quantity), 0) from (
      select m.quantity, ${bookedAt} as at from stock_movements m
      where ${own} and m.id_adjustment is null and m.id > coalesce((
        select m.id from stock_movements m where ${own} and ${bookedAt} <= ${moment}::timestamptz - ${outOfOrder} order by m.id desc limit 1), 0)
      offset 0) r
    where r.at > ${moment} and r.at <= ${now}::timestamptz + ${clocksDiffer})`
}

import type { Body } from '@torniquete/contract/endpoints.ts'
import { fail, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { applyDiscountToLines, checkBillLimit, computeBillAmounts } from '@torniquete/contract/till/bills.ts'
import { checkSellable } from '@torniquete/contract/till/products.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { defineDocumentRows, readDocument } from '../../platform/db/document-lists.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Actor } from '../../platform/http/handler-types.ts'
import { LastWriteStatement } from '../../platform/http/last-statement.ts'
import {
  deductStock,
  lockProducts,
  makeBillCtes,
  type NewBill,
  type ProductBillLine,
  type StockedProduct,
  selectNameSnapshot,
  selectVoid,
} from '../bills/queries.ts'
import { requireAllowedDiscount } from '../discounts/queries.ts'

const saleLines = sql`
  (select json_agg(json_build_object('line', i.line, 'id_product', i.id_product, 'product_name', i.product_name, 'quantity', i.quantity,
     'unit_price', i.unit_price::text, 'discount', i.discount, 'tax', i.tax, 'voided_quantity', coalesce(v.quantity, 0),
     'voided_amount', coalesce(v.amount, 0.00)::text, 'voided_discount', coalesce(v.discount, 0.00)::text) order by i.line)
   from sale_items i left join (
       select line, sum(quantity) as quantity, sum(amount) as amount, sum(discount) as discount
       from void_lines v where v.gym_id = s.gym_id and v.id_sale = s.id group by 1) v on v.line = i.line
   where i.gym_id = s.gym_id and i.id_sale = s.id)`

const partialVoids = sql`
  (select json_agg(json_build_object('number', v.number, 'at', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'reason', v.reason, 'user', ${selectNameSnapshot(sql`v.id_user`, sql`v.user_name`)}, 'amount', v.amount::text, 'annulled', v.annulled::text) order by v.number)
   from voids v where v.gym_id = s.gym_id and v.id_partial_sale = s.id)`

export const saleRows = defineDocumentRows('sale', {
  alias: sql`s`,
  party: { id: sql`s.id_client`, table: 'clients' },
  columns: sql`
    s.id, s.number, s.created_at, s.amount_total, ${selectNameSnapshot(sql`s.id_client`, sql`s.party_name`)} as client,
    ${selectNameSnapshot(sql`s.id_user`, sql`s.user_name`)} as user, ${selectVoid(sql`s`, 'sale')} as voided,
    ${partialVoids} as partial_voids, ${saleLines} as sales_bill_items`,
})

interface PricedBill {
  lines: ProductBillLine[]
  stock: ReadonlyMap<number, StockedProduct>
  total: string
}

export async function priceBill(
  tx: Transaction,
  { gym, user }: { gym: number; user: Pick<Actor, 'role'> },
  { items, discount: whole }: Pick<Body<'sales.create'>, 'items' | 'discount'>,
): Promise<PricedBill> {
  const [stock] = await Promise.all([
    lockProducts(
      tx,
      gym,
      items.map((item) => item.id_product),
    ),
    requireAllowedDiscount(
      tx,
      { gym, role: user.role },
      whole > 0
        ? [{ discount: whole, loc: ['body', 'discount'] }]
        : items.map(({ discount }, at) => ({ discount, loc: ['body', 'items', at, 'discount'] })),
    ),
  ])
  // Takes unit prices from the database, never from the request.
  const lines = applyDiscountToLines(items, whole).map(({ id_product, quantity, discount, tax }): ProductBillLine => {
    const product = stock.get(id_product) ?? fail('row.missing')
    throwIfRefused(checkSellable(product), { name: product.name })
    const unit_price = product.sale_price ?? fail('row.missing')
    return { id_product, product_name: product.name, quantity, unit_price, discount, tax }
  })
  throwIfRefused(checkBillLimit(lines))
  return { lines, stock, total: computeBillAmounts(lines).total }
}

const unvoided = { voided_quantity: 0, voided_amount: '0.00', voided_discount: '0.00' }

/** Deducts stock, books the sale and returns it. The gym's last sale number stays locked until commit. */
export function sellBill(
  tx: Transaction,
  { lines, stock, total }: PricedBill,
  sale: Omit<NewBill, 'lines' | 'amount_total'>,
): LastWriteStatement<Sale> {
  deductStock(tx, sale.gym_id, stock, lines, { now: sale.created_at })
  const items = lines.map((each, at) => ({ ...each, ...unvoided, line: at + 1 }))
  return new LastWriteStatement(
    makeBillCtes('sale', { ...sale, lines, amount_total: total }),
    sql`
      select id, number, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
        amount_total::text as amount_total, ${selectNameSnapshot(sql`id_client`, sql`party_name`)} as client,
        ${selectNameSnapshot(sql`id_user`, sql`user_name`)} as user, ${JSON.stringify(items)}::json as sales_bill_items,
        null as voided, null as partial_voids
      from bill`,
  )
}

export const readSale = (tx: Transaction, gym: number, id: number): Promise<Sale | null> =>
  readDocument(tx, gym, saleRows, id)

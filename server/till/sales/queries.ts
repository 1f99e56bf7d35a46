import type { CallBody } from '@torniquete/contract/endpoints.ts'
import { defaultTaxClasses, makeTaxedLine, type TaxedLine } from '@torniquete/contract/fiscal/tax.ts'
import { throwError, throwFieldRejection, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import {
  applyBillDiscountToLines,
  checkBillTotal,
  computeBillAmounts,
  computeLineAmounts,
} from '@torniquete/contract/till/bills.ts'
import { checkProductHasPrice } from '@torniquete/contract/till/products.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import {
  makeReceiptCte,
  type NewReceipt,
  selectFiscalColumns,
  selectInsertedReceiptJson,
  selectStoredReceiptJson,
} from '../../fiscal/queries.ts'
import { defineDocumentTable, readDocument } from '../../platform/db/document-lists.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'
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
  selectVoidJson,
} from '../bills/queries.ts'
import { requireAllowedDiscount } from '../discounts/queries.ts'

const saleLines = sql`
  (select json_agg(json_build_object('line', i.line, 'id_product', i.id_product, 'product_name', i.product_name, 'quantity', i.quantity,
     'unit_price', i.unit_price::text, 'discount', i.discount, 'tax', i.tax, 'voided_quantity', coalesce(v.quantity, 0),
     'voided_amount', coalesce(v.amount, 0.00)::text, 'voided_discount', coalesce(v.discount, 0.00)::text,
     'tax_class', i.tax_class, 'included_tax', i.included_tax::text) order by i.line)
   from sale_items i left join (
       select line, sum(quantity) as quantity, sum(amount) as amount, sum(discount) as discount
       from void_lines v where v.gym_id = s.gym_id and v.id_sale = s.id group by 1) v on v.line = i.line
   where i.gym_id = s.gym_id and i.id_sale = s.id)`

const partialVoids = sql`
  (select json_agg(json_build_object('number', v.number, 'at', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'reason', v.reason, 'user', ${selectNameSnapshot(sql`v.id_user`, sql`v.user_name`)}, 'amount', v.amount::text, 'annulled', v.annulled::text,
     'lines', (select json_agg(json_build_object('line', l.line, 'quantity', l.quantity, 'amount', l.amount::text) order by l.line)
       from void_lines l where l.gym_id = v.gym_id and l.id_void = v.id),
     'fiscal_note', ${selectStoredReceiptJson(null, sql`r.gym_id = v.gym_id and r.id_sale = s.id and r.id_void = v.id`)}) order by v.number)
   from voids v where v.gym_id = s.gym_id and v.id_partial_sale = s.id)`

export const saleDocumentTable = defineDocumentTable('sale', {
  alias: sql`s`,
  party: { id: sql`s.id_client`, table: 'clients' },
  columns: sql`
    s.id, s.number, s.created_at, s.amount_total, ${selectNameSnapshot(sql`s.id_client`, sql`s.party_name`)} as client,
    ${selectNameSnapshot(sql`s.id_user`, sql`s.user_name`)} as user, ${selectVoidJson(sql`s`, 'sale')} as voided,
    ${partialVoids} as partial_voids, ${saleLines} as sales_bill_items,
    ${selectFiscalColumns('sale', sql`s`)}`,
})

interface PricedBill {
  lines: ProductBillLine[]
  stock: ReadonlyMap<number, StockedProduct>
  total: string
}

export async function priceSaleAndLockProducts(
  tx: Transaction,
  { gym, user }: { gym: number; user: Pick<Actor, 'role'> },
  { items, discount: whole }: Pick<CallBody<'sales.create'>, 'items' | 'discount'>,
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
  const lines = applyBillDiscountToLines(items, whole).map(
    ({ id_product, quantity, discount, tax }): ProductBillLine => {
      const product = stock.get(id_product) ?? throwError('row.missing')
      throwIfRefused(checkProductHasPrice(product), { name: product.name })
      const unit_price = product.sale_price ?? throwError('row.missing')
      return { id_product, product_name: product.name, quantity, unit_price, discount, tax }
    },
  )
  throwIfRefused(checkBillTotal(lines))
  return { lines, stock, total: computeBillAmounts(lines).total }
}

/** Adds to each line its tax class and the tax that its price includes; refuses tax on top of the price. */
export function addIncludedTaxes({ lines, stock, total }: PricedBill): PricedBill & { taxed: TaxedLine[] } {
  const onTop = lines.findIndex(({ tax }) => tax !== 0)
  if (onTop >= 0)
    throwFieldRejection(['body', 'items', onTop, 'tax'], 'Los precios ya incluyen el ITBIS: deja el impuesto en 0')
  const taxed = lines.map((line) =>
    makeTaxedLine(stock.get(line.id_product)?.tax_class ?? defaultTaxClasses.product, computeLineAmounts(line).total),
  )
  const booked = lines.map((line, at) => {
    const { tax_class, included_tax } = taxed[at] ?? throwError('row.missing')
    return { ...line, tax_class, included_tax }
  })
  return { lines: booked, stock, total, taxed }
}

export const saleReceiptSourceSql = {
  gym: sql`bill.gym_id`,
  id_sale: sql`bill.id`,
  issued_at: sql`bill.created_at`,
  from: sql`from bill`,
}

const unvoided = { voided_quantity: 0, voided_amount: '0.00', voided_discount: '0.00' }

/** Deducts stock, books the sale and returns it. The gym's last sale number stays locked until commit. */
export function bookSale(
  tx: Transaction,
  { lines, stock, total }: PricedBill,
  sale: Omit<NewBill, 'lines' | 'amount_total'> & { receipt: NewReceipt | null },
): LastWriteStatement<Sale> {
  deductStock(tx, sale.gym_id, stock, lines, { now: sale.created_at })
  const items = lines.map((each, at) => ({ ...each, ...unvoided, line: at + 1 }))
  const { receipt } = sale
  return new LastWriteStatement(
    sql`${makeBillCtes('sale', { ...sale, lines, amount_total: total })}
    ${receipt ? makeReceiptCte(receipt, saleReceiptSourceSql) : emptySql}`,
    sql`
      select id, number, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
        amount_total::text as amount_total, ${selectNameSnapshot(sql`id_client`, sql`party_name`)} as client,
        ${selectNameSnapshot(sql`id_user`, sql`user_name`)} as user, ${JSON.stringify(items)}::json as sales_bill_items,
        null as voided, null as partial_voids ${receipt ? sql`, ${selectInsertedReceiptJson(receipt, 'sale')} as fiscal, null as fiscal_note` : emptySql}
      from bill`,
  )
}

export const readSale = (tx: Transaction, gym: number, id: number): Promise<Sale | null> =>
  readDocument(tx, gym, saleDocumentTable, id)

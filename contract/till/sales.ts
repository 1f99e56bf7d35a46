import { z } from 'zod'
import { create, defineArea, get, post } from '../shared/define-area.ts'
import { addSums, subtractSums } from '../shared/money.ts'
import { admins, staff } from '../shared/roles.ts'
import { brief, id, idAndName, money, pageQuery, salesFilter, summedListSchema, timestamp } from '../shared/schemas.ts'
import { defineExport, documentWorkbook } from '../shared/workbooks.ts'
import {
  computeBillAmounts,
  confirmedTotal,
  hasSingleDiscount,
  maxLines,
  newBillLine,
  percentOrZero,
  twoDiscountsError,
  VoidRequest,
  VoidSummary,
  voidedText,
} from './bills.ts'
import { debtField, paymentFields, refundErrors, saleErrors, voidErrors } from './payment-fields.ts'
import { linesToVoid, PartialVoid, SaleItem, sumLineVoids } from './void-lines.ts'

export const Sale = z.object({
  id,
  number: z.number().int(),
  created_at: timestamp,
  amount_total: money,
  client: idAndName,
  user: idAndName,
  sales_bill_items: z.array(SaleItem),
  voided: VoidSummary.nullable(),
  /** Voids of single lines, in order; null if no line was voided. */
  partial_voids: z.array(PartialVoid).nullable(),
})
export type Sale = z.infer<typeof Sale>

/** A new sale. The server looks up the prices; a price sent in a line is ignored. */
export const NewSale = z
  .object({
    id_client: id,
    items: z.array(z.object(newBillLine)).min(1, 'Agrega al menos un producto').max(maxLines),
    /** Discount in percent on every line, which then has no discount of its own; the role limits it. */
    discount: percentOrZero,
    expected_total: confirmedTotal,
    ...paymentFields,
    ...debtField,
  })
  .refine(hasSingleDiscount, twoDiscountsError)

export const productSaleErrors = [...saleErrors, 'stock.short', 'product.no-price', 'bill.too-large'] as const

/** `restock: false` books the goods as a loss. `lines` lists the quantities to void; by default all of them. */
export const SaleVoidRequest = VoidRequest.extend({ restock: z.boolean().optional(), lines: linesToVoid.optional() })

/** Voided documents count as 0 in columns that users may add up. */
function listAmounts({ voided, sales_bill_items: items }: Sale) {
  const all = computeBillAmounts(voided ? [] : items)
  if (voided || items.every(({ voided_quantity }) => voided_quantity === 0)) return all
  const off = {
    amount: computeBillAmounts(items.map((item) => ({ ...item, quantity: item.voided_quantity, discount: 0, tax: 0 })))
      .amount,
    discount: addSums(items.map(({ voided_discount }) => voided_discount)),
    total: addSums(items.map(({ voided_amount }) => voided_amount)),
  }
  const tax = subtractSums(off.total, subtractSums(off.amount, off.discount))
  return {
    amount: subtractSums(all.amount, off.amount),
    discount: subtractSums(all.discount, off.discount),
    tax: subtractSums(all.tax, tax),
  }
}

/** Returns a text such as `2 × Agua; 1 × Toalla`. */
export const formatProducts = ({ sales_bill_items }: Sale): string =>
  sales_bill_items.map(({ quantity, product_name }) => `${quantity} × ${product_name}`).join('; ')

const workbook = documentWorkbook<Sale>(
  'Ventas de productos',
  [
    { title: 'Número', type: 'number', value: ({ number }) => number },
    { title: 'Fecha', type: 'instant', value: ({ created_at }) => created_at },
    { title: 'Cliente', type: 'text', value: ({ client }) => client.name },
    { title: 'Usuario', brief: 'Trabajador', type: 'text', value: ({ user }) => user.name },
    { title: 'Productos', brief: false, type: 'text', width: 48, value: formatProducts },
    { title: 'Subtotal', brief: false, type: 'money', value: (sale) => listAmounts(sale).amount },
    { title: 'Descuento', brief: false, type: 'money', value: (sale) => listAmounts(sale).discount },
    { title: 'Impuesto', brief: false, type: 'money', value: (sale) => listAmounts(sale).tax },
  ],
  ({ amount_total }) => amount_total,
  sumLineVoids,
)

export const salesArea = defineArea({
  'sales.list': get(staff, '/sales/', 'List product sales, newest first; amount_sum excludes voided ones', {
    query: pageQuery.extend(salesFilter.shape),
    answer: summedListSchema('salesInvoices', Sale),
  }),
  'sales.export': defineExport('/sales/', staff, salesFilter.extend({ brief }), workbook),
  'sales.read': get(staff, '/sales/{id}', 'Get a product sale', {
    answer: Sale,
    versioned: 'sales',
  }),
  'sales.create': create(staff, '/sales/', 'Sell products at the server’s prices; reduces their stock', {
    body: NewSale,
    answer: Sale,
    booked: 'Venta realizada con éxito',
    errors: productSaleErrors,
  }),
  'sales.void': post(admins, '/sales/{id}/void', 'Void a sale or lines of it; stock returns or is a loss', {
    body: SaleVoidRequest,
    answer: Sale,
    booked: voidedText,
    errors: ['void.too-many', 'void.collected', ...voidErrors, ...refundErrors],
  }),
})

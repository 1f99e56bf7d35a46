import { z } from 'zod'
import { fiscalReceiptErrors, fiscalReceiptFields, lineTaxFields, receiptRequestField } from '../fiscal/receipts.ts'
import { defineArea, defineCreate, defineGet, definePost } from '../shared/define-area.ts'
import { addAmounts, subtractAmounts } from '../shared/money.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import {
  briefExportFlag,
  id,
  idAndName,
  makeDocumentListSchema,
  moneyText,
  pageQuery,
  salesFilter,
  timestamp,
} from '../shared/schemas.ts'
import { defineExport, makeDocumentWorkbook } from '../shared/workbooks.ts'
import {
  computeBillAmounts,
  confirmedTotalField,
  documentVoidedText,
  hasUnmixedDiscounts,
  maxBillLines,
  mixedDiscountsError,
  newBillLineFields,
  percentOrZero,
  VoidRequest,
  VoidSummary,
} from './bills.ts'
import { debtField, paymentFields, refundErrors, saleErrors, voidErrors } from './payment-fields.ts'
import { linesToVoidSchema, PartialVoid, SaleItem, sumPartialVoids } from './void-lines.ts'

export const Sale = z.object({
  id,
  number: z.number().int(),
  created_at: timestamp,
  amount_total: moneyText,
  client: idAndName,
  user: idAndName,
  sales_bill_items: z.array(SaleItem.extend(lineTaxFields)),
  voided: VoidSummary.nullable(),
  /** Voids of single lines, in order; null if no line was voided. */
  partial_voids: z.array(PartialVoid).nullable(),
  ...fiscalReceiptFields,
})
export type Sale = z.infer<typeof Sale>

/** A new sale. The server looks up the prices; a price sent in a line is ignored. */
export const NewSale = z
  .object({
    id_client: id,
    items: z.array(z.object(newBillLineFields)).min(1, 'Agrega al menos un producto').max(maxBillLines),
    /** Discount in percent on every line, which then has no discount of its own; the role limits it. */
    discount: percentOrZero,
    expected_total: confirmedTotalField,
    ...paymentFields,
    ...debtField,
    ...receiptRequestField,
  })
  .refine(hasUnmixedDiscounts, mixedDiscountsError)

export const productSaleErrors = [
  ...saleErrors,
  'stock.short',
  'product.no-price',
  'bill.too-large',
  ...fiscalReceiptErrors,
] as const

/** `restock: false` books the goods as a loss. `lines` lists the quantities to void; by default all of them. */
export const SaleVoidRequest = VoidRequest.extend({
  restock: z.boolean().optional(),
  lines: linesToVoidSchema.optional(),
})

/** Voided documents count as 0 in columns that users may add up. */
function listAmounts({ voided, sales_bill_items: items }: Sale) {
  const all = computeBillAmounts(voided ? [] : items)
  if (voided || items.every(({ voided_quantity }) => voided_quantity === 0)) return all
  const off = {
    amount: computeBillAmounts(items.map((item) => ({ ...item, quantity: item.voided_quantity, discount: 0, tax: 0 })))
      .amount,
    discount: addAmounts(items.map(({ voided_discount }) => voided_discount)),
    total: addAmounts(items.map(({ voided_amount }) => voided_amount)),
  }
  const tax = subtractAmounts(off.total, subtractAmounts(off.amount, off.discount))
  return {
    amount: subtractAmounts(all.amount, off.amount),
    discount: subtractAmounts(all.discount, off.discount),
    tax: subtractAmounts(all.tax, tax),
  }
}

/** Returns a text such as `2 × Agua; 1 × Toalla`. */
export const formatSaleProducts = ({ sales_bill_items }: Sale): string =>
  sales_bill_items.map(({ quantity, product_name }) => `${quantity} × ${product_name}`).join('; ')

const workbook = makeDocumentWorkbook<Sale>(
  'Ventas de productos',
  [
    { title: 'Número', type: 'number', value: ({ number }) => number },
    { title: 'Fecha', type: 'instant', value: ({ created_at }) => created_at },
    { title: 'Cliente', type: 'text', value: ({ client }) => client.name },
    { title: 'Usuario', brief: 'Trabajador', type: 'text', value: ({ user }) => user.name },
    { title: 'Productos', brief: false, type: 'text', width: 48, value: formatSaleProducts },
    { title: 'Subtotal', brief: false, type: 'money', value: (sale) => listAmounts(sale).amount },
    { title: 'Descuento', brief: false, type: 'money', value: (sale) => listAmounts(sale).discount },
    { title: 'Impuesto', brief: false, type: 'money', value: (sale) => listAmounts(sale).tax },
  ],
  ({ amount_total }) => amount_total,
  sumPartialVoids,
)

export const salesArea = defineArea(
  {
    'sales.list': defineGet(staffRoles, '/sales/', 'List product sales, newest first; amount_sum excludes voids', {
      query: pageQuery.extend(salesFilter.shape),
      answer: makeDocumentListSchema('salesInvoices', Sale),
    }),
    'sales.export': defineExport('/sales/', staffRoles, salesFilter.extend({ brief: briefExportFlag }), workbook),
    'sales.read': defineGet(staffRoles, '/sales/{id}', 'Get a product sale', {
      answer: Sale,
      versioned: 'sales',
    }),
    'sales.create': defineCreate(staffRoles, '/sales/', 'Sell products at the server’s prices; reduces their stock', {
      body: NewSale,
      answer: Sale,
      booked: 'Venta realizada con éxito',
      errors: productSaleErrors,
    }),
    'sales.void': definePost(adminRoles, '/sales/{id}/void', 'Void a sale or lines of it; stock returns or is a loss', {
      body: SaleVoidRequest,
      answer: Sale,
      booked: documentVoidedText,
      errors: [
        'void.too-many',
        'void.collected',
        ...fiscalReceiptErrors,
        'fiscal.production-receipt',
        ...voidErrors,
        ...refundErrors,
      ],
    }),
  },
  { shows: ['fiscal-documents'] },
)

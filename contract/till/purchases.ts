import { z } from 'zod'
import { newReceivedReceiptFields, receivedReceiptFields } from '../fiscal/purchase-receipts.ts'
import { defineArea, defineCreate, defineGet, definePost } from '../shared/define-area.ts'
import { pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { adminRoles } from '../shared/roles.ts'
import {
  booleanInQuery,
  briefExportFlag,
  daysAndUserFilter,
  id,
  idAndName,
  makeDocumentListSchema,
  moneyInput,
  moneyText,
  nameFilter,
  pageQuery,
  timestamp,
} from '../shared/schemas.ts'
import { defineExport, makeDocumentWorkbook } from '../shared/workbooks.ts'
import { BillItem, documentVoidedText, maxBillLines, newBillLineFields, VoidRequest, VoidSummary } from './bills.ts'
import { paymentFields, voidErrors } from './payment-fields.ts'

export const Purchase = z.object({
  id,
  number: z.number().int(),
  created_at: timestamp,
  amount_total: moneyText,
  supplier: idAndName,
  user: idAndName,
  purchase_bill_items: z.array(BillItem),
  voided: VoidSummary.nullable(),
  ...receivedReceiptFields,
})
export type Purchase = z.infer<typeof Purchase>

export const NewPurchase = z.object({
  id_supplier: id,
  items: z
    .array(z.object({ ...newBillLineFields, unit_price: moneyInput }))
    .min(1, 'Agrega al menos un producto')
    .max(maxBillLines),
  ...newReceivedReceiptFields,
  ...paymentFields,
})

const filter = daysAndUserFilter.extend({
  supplier_name: nameFilter.optional(),
  include_time: booleanInQuery.optional(),
})

const workbook = makeDocumentWorkbook<Purchase>(
  'Compras de productos',
  [
    { title: 'Número', type: 'number', value: ({ number }) => number },
    { title: 'Fecha', type: 'instant', value: ({ created_at }) => created_at },
    { title: 'Proveedor', type: 'text', value: ({ supplier }) => supplier.name },
    { title: 'Usuario', brief: 'Trabajador', type: 'text', value: ({ user }) => user.name },
  ],
  ({ amount_total }) => amount_total,
)

export const purchasesArea = defineArea(
  {
    'purchases.list': defineGet(adminRoles, '/purchase/', 'List purchases, newest first; amount_sum excludes voids', {
      query: pageQuery.extend(filter.shape),
      answer: makeDocumentListSchema('purchaseInvoices', Purchase),
    }),
    'purchases.export': defineExport('/purchase/', adminRoles, filter.extend({ brief: briefExportFlag }), workbook),
    'purchases.read': defineGet(adminRoles, '/purchase/{id}', 'Get a purchase', {
      answer: Purchase,
      versioned: 'purchases',
    }),
    'purchases.create': defineCreate(adminRoles, '/purchase/', 'Book a purchase; it adds stock and sets last prices', {
      body: NewPurchase,
      answer: Purchase,
      booked: 'Factura de compra creada con éxito',
      errors: ['row.missing', 'bill.too-large', 'tender.other-sum', 'shift.closed', 'fiscal.ncf-taken'],
    }),
    'purchases.void': definePost(adminRoles, '/purchase/{id}/void', 'Void a purchase; its stock is removed', {
      body: VoidRequest,
      answer: Purchase,
      booked: documentVoidedText,
      errors: ['purchase.void-short', ...voidErrors],
    }),
  },
  {
    shows: ['suppliers'],
    history: {
      purchases: {
        object: 'la compra',
        fields: {
          ...pickSharedFieldLabels(
            'number',
            'party_name',
            'user_name',
            'id_user',
            'ncf',
            'issued_on',
            'goods_kind',
            'included_tax',
          ),
          id_supplier: 'el proveedor',
          amount_total: ['el total', 'money'],
          created_at: ['la fecha', 'instant'],
          voided_at: ['la fecha de anulación', 'instant'],
        },
      },
    },
  },
)

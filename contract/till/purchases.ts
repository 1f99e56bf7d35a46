import { z } from 'zod'
import { newPurchaseReceipt, purchaseReceipt } from '../fiscal/purchase-receipts.ts'
import { area, create, get, post } from '../shared/area.ts'
import { el, la, shared } from '../shared/history-field-names.ts'
import { admins } from '../shared/roles.ts'
import {
  amount,
  booleanInQuery,
  brief,
  daysFilter,
  id,
  idAndName,
  money,
  nameQuery,
  pageQuery,
  summedListSchema,
  timestamp,
} from '../shared/shapes.ts'
import { defineExport, documentWorkbook } from '../shared/workbooks.ts'
import { BillItem, maxLines, newLine, VoidRequest, VoidSummary, voidedText } from './bills.ts'
import { paymentFields, voidErrors } from './payment-fields.ts'

export const Purchase = z.object({
  id,
  number: z.number().int(),
  created_at: timestamp,
  amount_total: money,
  supplier: idAndName,
  user: idAndName,
  purchase_bill_items: z.array(BillItem),
  voided: VoidSummary.nullable(),
  ...purchaseReceipt,
})
export type Purchase = z.infer<typeof Purchase>

export const NewPurchase = z.object({
  id_supplier: id,
  items: z
    .array(z.object({ ...newLine, unit_price: amount }))
    .min(1, 'Agrega al menos un producto')
    .max(maxLines),
  ...newPurchaseReceipt,
  ...paymentFields,
})

const filter = daysFilter.extend({ supplier_name: nameQuery.optional(), include_time: booleanInQuery.optional() })

const workbook = documentWorkbook<Purchase>(
  'Compras de productos',
  [
    { title: 'Número', type: 'number', value: ({ number }) => number },
    { title: 'Fecha', type: 'instant', value: ({ created_at }) => created_at },
    { title: 'Proveedor', type: 'text', value: ({ supplier }) => supplier.name },
    { title: 'Usuario', brief: 'Trabajador', type: 'text', value: ({ user }) => user.name },
  ],
  ({ amount_total }) => amount_total,
)

export const purchasesArea = area(
  {
    'purchases.list': get(admins, '/purchase/', 'List purchases, newest first; amount_sum excludes voided ones', {
      query: pageQuery.extend(filter.shape),
      answer: summedListSchema('purchaseInvoices', Purchase),
    }),
    'purchases.export': defineExport('/purchase/', admins, filter.extend({ brief }), workbook),
    'purchases.read': get(admins, '/purchase/{id}', 'Get a purchase', {
      answer: Purchase,
      versioned: 'purchases',
    }),
    'purchases.create': create(
      admins,
      '/purchase/',
      'Book a purchase: adds stock and updates the last purchase prices',
      {
        body: NewPurchase,
        answer: Purchase,
        booked: 'Factura de compra creada con éxito',
        errors: ['row.missing', 'bill.too-large', 'tender.other-sum', 'shift.closed', 'fiscal.ncf-taken'],
      },
    ),
    'purchases.void': post(admins, '/purchase/{id}/void', 'Void a purchase; its stock is removed', {
      body: VoidRequest,
      answer: Purchase,
      booked: voidedText,
      errors: ['purchase.void-short', ...voidErrors],
    }),
  },
  {
    shows: ['suppliers'],
    history: {
      purchases: {
        object: 'la compra',
        fields: {
          ...shared('number', 'party_name', 'user_name', 'id_user', 'ncf', 'issued_on', 'goods_kind', 'included_tax'),
          id_supplier: el('proveedor'),
          amount_total: el('total', 'money'),
          created_at: la('fecha', 'instant'),
          voided_at: la('fecha de anulación', 'instant'),
        },
      },
    },
  },
)

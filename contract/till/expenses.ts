import { z } from 'zod'
import { newPurchaseReceipt, newSeller, purchaseReceipt } from '../fiscal/purchase-receipts.ts'
import { fiscalOnly } from '../fiscal/receipts.ts'
import { area, create, get, post } from '../shared/area.ts'
import { el, la, shared } from '../shared/history-field-names.ts'
import { admins, staff } from '../shared/roles.ts'
import {
  daysFilter,
  id,
  idAndName,
  money,
  nameQuery,
  optionalDay,
  optionalLine,
  pageQuery,
  positiveAmount,
  summedListSchema,
  text,
  timestamp,
} from '../shared/shapes.ts'
import { requiredText } from '../shared/typed-input.ts'
import { defineExport, documentWorkbook } from '../shared/workbooks.ts'
import { VoidRequest, VoidSummary, voidedText } from './bills.ts'
import { paymentFields, shortDrawerField, voidErrors } from './payment-fields.ts'

/** Categories of expenses in the order of the form. */
export const expenseCategories = [
  'Alquiler',
  'Electricidad y agua',
  'Internet y teléfono',
  'Nómina',
  'Limpieza',
  'Mantenimiento',
  'Equipos',
  'Publicidad',
  'Impuestos',
  'Otros',
] as const
const category = z.enum(expenseCategories, requiredText)

export const Expense = z.object({
  id,
  number: z.number().int(),
  /** Time of booking, by which reports date the expense. */
  created_at: timestamp,
  /** Day of the receipt; never in the future. */
  spent_on: z.string(),
  description: z.string(),
  category,
  payee: z.string().nullable(),
  amount: money,
  /** Amounts by payment method; empty if unknown. */
  paid: z.array(z.object({ kind: idAndName, amount: money })),
  user: idAndName,
  voided: VoidSummary.nullable(),
  tax_id: fiscalOnly(z.string().nullable()),
  supplier_name: fiscalOnly(z.string().nullable()),
  ...purchaseReceipt,
})
export type Expense = z.infer<typeof Expense>

export const NewExpense = z.object({
  /** Day of the receipt; today if absent. */
  spent_on: optionalDay.optional(),
  description: text(255),
  category,
  payee: optionalLine(100).optional(),
  amount: positiveAmount,
  ...newSeller,
  ...newPurchaseReceipt,
  ...paymentFields,
  ...shortDrawerField,
})

/** `name` searches in purpose, category and recipient. */
const filter = daysFilter.extend({ name: nameQuery.optional() })

const workbook = documentWorkbook<Expense>(
  'Gastos',
  [
    { title: 'Número', type: 'number', value: ({ number }) => number },
    { title: 'Fecha', type: 'instant', value: ({ created_at }) => created_at },
    { title: 'Concepto', type: 'text', width: 40, value: ({ description }) => description },
    { title: 'Categoría', type: 'text', value: ({ category }) => category },
    { title: 'Pagado a', type: 'text', value: ({ payee }) => payee },
    { title: 'Fecha del recibo', type: 'day', width: 16, value: ({ spent_on }) => spent_on },
    { title: 'Usuario', type: 'text', value: ({ user }) => user.name },
  ],
  ({ amount }) => amount,
)

export const expensesArea = area(
  {
    'expenses.list': get(admins, '/expenses/', 'List expenses by booking day, newest first', {
      query: pageQuery.extend(filter.shape),
      answer: summedListSchema('items', Expense),
    }),
    'expenses.export': defineExport('/expenses/', admins, filter, workbook),
    'expenses.read': get(admins, '/expenses/{id}', 'Get an expense', {
      answer: Expense,
      versioned: 'expenses',
    }),
    'expenses.create': create(staff, '/expenses/', 'Book an expense today, by workers from their own shift', {
      body: NewExpense,
      answer: Expense,
      booked: 'Gasto registrado.',
      errors: [
        'row.missing',
        'tender.other-sum',
        'shift.closed',
        'drawer.short',
        'expense.not-by-role',
        'fiscal.ncf-taken',
      ],
    }),
    'expenses.void': post(admins, '/expenses/{id}/void', 'Void an expense by a counter-document', {
      body: VoidRequest,
      answer: Expense,
      booked: voidedText,
      errors: voidErrors,
    }),
  },
  {
    history: {
      expenses: {
        object: 'el gasto',
        fields: {
          ...shared('number', 'description', 'party_name', 'user_name', 'id_user', 'tax_id'),
          supplier_name: el('nombre del proveedor'),
          ...shared('ncf', 'issued_on', 'goods_kind', 'included_tax'),
          category: la('categoría'),
          amount: el('importe', 'money'),
          spent_on: la('fecha del recibo', 'day'),
          created_at: la('fecha', 'instant'),
          voided_at: la('fecha de anulación', 'instant'),
        },
      },
    },
  },
)

import { z } from 'zod'
import { newReceivedReceiptFields, newSellerFields, receivedReceiptFields } from '../fiscal/purchase-receipts.ts'
import { makeFiscalOnlyField } from '../fiscal/receipts.ts'
import { defineArea, defineCreate, defineGet, definePost } from '../shared/define-area.ts'
import { pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { requiredFieldText } from '../shared/parse-input.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import {
  daysAndUserFilter,
  id,
  idAndName,
  makeDocumentListSchema,
  moneyText,
  nameFilter,
  optionalDay,
  optionalLine,
  pageQuery,
  positiveMoneyInput,
  textLine,
  timestamp,
} from '../shared/schemas.ts'
import { defineExport, makeDocumentWorkbook } from '../shared/workbooks.ts'
import { documentVoidedText, VoidRequest, VoidSummary } from './bills.ts'
import { paymentFields, refuseShortDrawerField, voidErrors } from './payment-fields.ts'

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
const category = z.enum(expenseCategories, requiredFieldText)

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
  amount: moneyText,
  /** Amounts by payment method; empty if unknown. */
  paid: z.array(z.object({ kind: idAndName, amount: moneyText })),
  user: idAndName,
  voided: VoidSummary.nullable(),
  tax_id: makeFiscalOnlyField(z.string().nullable()),
  supplier_name: makeFiscalOnlyField(z.string().nullable()),
  ...receivedReceiptFields,
})
export type Expense = z.infer<typeof Expense>

export const NewExpense = z.object({
  /** Day of the receipt; today if absent. */
  spent_on: optionalDay.optional(),
  description: textLine(255),
  category,
  payee: optionalLine(100).optional(),
  amount: positiveMoneyInput,
  ...newSellerFields,
  ...newReceivedReceiptFields,
  ...paymentFields,
  ...refuseShortDrawerField,
})

/** `name` searches in purpose, category and recipient. */
const filter = daysAndUserFilter.extend({ name: nameFilter.optional() })

const workbook = makeDocumentWorkbook<Expense>(
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

export const expensesArea = defineArea(
  {
    'expenses.list': defineGet(adminRoles, '/expenses/', 'List expenses by booking day, newest first', {
      query: pageQuery.extend(filter.shape),
      answer: makeDocumentListSchema('items', Expense),
    }),
    'expenses.export': defineExport('/expenses/', adminRoles, filter, workbook),
    'expenses.read': defineGet(adminRoles, '/expenses/{id}', 'Get an expense', {
      answer: Expense,
      versioned: 'expenses',
    }),
    'expenses.create': defineCreate(staffRoles, '/expenses/', 'Book an expense; workers only from their own shift', {
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
    'expenses.void': definePost(adminRoles, '/expenses/{id}/void', 'Void an expense by a counter-document', {
      body: VoidRequest,
      answer: Expense,
      booked: documentVoidedText,
      errors: voidErrors,
    }),
  },
  {
    history: {
      expenses: {
        object: 'el gasto',
        fields: {
          ...pickSharedFieldLabels('number', 'description', 'party_name', 'user_name', 'id_user', 'tax_id'),
          supplier_name: 'el nombre del proveedor',
          ...pickSharedFieldLabels('ncf', 'issued_on', 'goods_kind', 'included_tax'),
          category: 'la categoría',
          amount: ['el importe', 'money'],
          spent_on: ['la fecha del recibo', 'day'],
          created_at: ['la fecha', 'instant'],
          voided_at: ['la fecha de anulación', 'instant'],
        },
      },
    },
  },
)

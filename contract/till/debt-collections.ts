// Collections: payments of debts, stored as numbered documents.
import { z } from 'zod'
import { defineArea, defineGet, definePost } from '../shared/define-area.ts'
import { subtractAmounts } from '../shared/money.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import {
  dateRangeBound,
  id,
  idAndName,
  idInPath,
  makeDocumentListSchema,
  moneyText,
  nameFilter,
  pageQuery,
  textLine,
  timestamp,
} from '../shared/schemas.ts'
import { defineExport, type PaymentColumnValues, paymentColumnOptions, type SheetColumn } from '../shared/workbooks.ts'
import { voidedMark } from './bills.ts'
import { refundErrors, refundShiftFields } from './payment-fields.ts'

/** Part of a collection that paid for one document, and the debt of that document afterwards. */
const CollectedDebt = z.object({
  kind: z.enum(['sale', 'payment']),
  id,
  number: z.number().int(),
  /** Name of the plan if the debt is for a membership, otherwise null. */
  name: z.string().nullable(),
  amount: moneyText,
  left: moneyText,
  /** True if the document was voided after this payment, which refunded the amount. */
  voided: z.literal(true).nullish(),
})
export type CollectedDebt = z.infer<typeof CollectedDebt>

export const DebtCollection = z.object({
  id,
  /** Number of the collection; numbers have no gaps except after a restore. */
  number: z.number().int(),
  at: timestamp,
  /** Client who now owns the documents; debts of a deleted client cannot be paid. */
  client: idAndName.extend({ deleted: z.literal(true).nullish() }),
  /** User who took the payment; null in old collections. */
  user: idAndName.nullable(),
  amount: moneyText,
  /** Total debt of the client after this payment. */
  left: moneyText,
  /** Documents that were paid, oldest first. */
  documents: z.array(CollectedDebt),
  paid: z.array(z.object({ kind: idAndName, amount: moneyText, received: moneyText.nullable() })),
  voided: z.object({ at: timestamp, reason: z.string(), user: idAndName }).nullable(),
  /** Part of `amount` refunded later: all of it if the collection was voided, else what voided documents returned. */
  returned: moneyText,
})
export type DebtCollection = z.infer<typeof DebtCollection>

/** Returns `DEVUELTO`, `DEVUELTO EN PARTE`, or null if nothing was refunded. */
export function formatRefundMark({ amount, returned, voided }: Pick<DebtCollection, 'amount' | 'returned' | 'voided'>) {
  if (voided || Number(returned ?? 0) === 0) return null
  return returned === amount ? 'DEVUELTO' : 'DEVUELTO EN PARTE'
}

const filter = z.object({
  client_name: nameFilter.optional(),
  id_client: idInPath.optional(),
  start_date: dateRangeBound.optional(),
  end_date: dateRangeBound.optional(),
})

const columns: readonly SheetColumn<DebtCollection>[] = [
  { title: 'Cobro', type: 'number', value: ({ number }) => number },
  { title: 'Fecha', type: 'instant', value: ({ at }) => at },
  { title: 'Cliente', type: 'text', width: 32, value: ({ client }) => client.name },
  { title: 'Usuario', type: 'text', value: ({ user }) => user?.name ?? null },
  {
    title: 'Forma de pago',
    type: 'text',
    width: 24,
    value: ({ paid }) => paid.map(({ kind, amount }) => `${kind.name} ${amount}`).join('; '),
  },
  { title: 'Quedó a deber', type: 'money', summed: false, value: ({ left }) => left },
]

export type DebtCollectionExportRow = DebtCollection & Pick<PaymentColumnValues, 'paid_kinds'>

/** Columns as for documents; the marks differ, because a refund by a voided document is no void of the collection. */
const sumColumns: readonly SheetColumn<DebtCollection>[] = [
  { title: 'Total', type: 'money', value: ({ amount, returned }) => subtractAmounts(amount, returned) },
  { title: 'Anulado', type: 'money', value: ({ returned }) => (Number(returned) > 0 ? returned : null) },
  { title: 'Estado', type: 'text', width: 20, value: (row) => (row.voided ? voidedMark : formatRefundMark(row)) },
]

const voidColumns: readonly SheetColumn<DebtCollection>[] = [
  { title: 'Anulado el', type: 'instant', value: ({ voided }) => voided?.at ?? null },
  { title: 'Anulado por', type: 'text', value: ({ voided }) => voided?.user.name ?? null },
  { title: 'Motivo', type: 'text', width: 32, value: ({ voided }) => voided?.reason ?? null },
]

export const collectionsArea = defineArea(
  {
    'collections.list': defineGet(staffRoles, '/collections/', 'List debt payments by day of payment or void', {
      query: pageQuery.extend(filter.shape),
      answer: makeDocumentListSchema('items', DebtCollection),
    }),
    'collections.export': defineExport('/collections/', staffRoles, filter, {
      file: 'Cobros de deudas',
      columns: [...columns, ...sumColumns, ...voidColumns] as readonly SheetColumn<DebtCollectionExportRow>[],
      ...paymentColumnOptions,
    }),
    'collections.read': defineGet(staffRoles, '/collections/{id}', 'Get a debt payment', { answer: DebtCollection }),
    'collections.void': definePost(adminRoles, '/collections/{id}/void', 'Void a debt payment; it is owed again', {
      body: z.object({ reason: textLine(255), ...refundShiftFields }),
      answer: DebtCollection,
      booked: 'Cobro anulado.',
      errors: ['collection.voided', 'collection.document-voided', ...refundErrors],
    }),
  },
  { shows: ['debts', 'clients', 'sales', 'payments'], changes: ['debts'] },
)

// Excel exports of lists: areas declare the columns, and the server writes the files.
import type { z } from 'zod'
import { partlyVoidedMark, voidedMark } from '../till/bills.ts'
import { subtractAmounts } from './money.ts'
import type { AllowedRoles } from './roles.ts'

export interface SheetColumn<Row> {
  title: string
  /** 'money' is decimal text, 'day' is `YYYY-MM-DD`, 'instant' is ISO 8601 and shown in local time. */
  type: 'text' | 'number' | 'money' | 'day' | 'instant'
  /** Width in characters. */
  width?: number
  /** False excludes the column from the row of totals. */
  summed?: false
  /** Title in the brief Excel file; false omits the column there. */
  brief?: string | false
  value: (row: Row) => string | number | null
}

export interface Workbook<Row = never> {
  /** Name of the file without extension. */
  file: string
  columns: readonly SheetColumn<Row>[]
  /** True adds a last row with the sums of the money columns. */
  totals?: true
  /** Additional money columns, which are the same for every row. */
  amounts?: (row: Row) => readonly NamedAmount[]
}

interface NamedAmount {
  title: string
  /** Decimal text; null leaves the cell empty. */
  value: string | null
}

export const isWorkbook = (answer: object | string | null): answer is Workbook =>
  answer !== null && typeof answer === 'object' && 'columns' in answer

/** Last columns of documents. Voided amounts have their own column, so that 'Total' adds up to the total on screen. */
export const makeTotalColumns = <Row extends { voided: unknown }>(
  amountOf: (row: Row) => string,
  partlyVoided: (row: Row) => string = () => '0.00',
): SheetColumn<Row>[] => {
  const isWhole = (row: Row) => partlyVoided(row) === '0.00'
  return [
    {
      title: 'Total',
      type: 'money',
      value: (row) => (row.voided ? '0.00' : subtractAmounts(amountOf(row), partlyVoided(row))),
    },
    {
      title: 'Anulado',
      type: 'money',
      value: (row) => (row.voided ? amountOf(row) : isWhole(row) ? null : partlyVoided(row)),
    },
    {
      title: 'Estado',
      type: 'text',
      width: 18,
      value: (row) => (row.voided ? voidedMark : isWhole(row) ? null : partlyVoidedMark),
    },
  ]
}

/** Payment columns of a document; null if the payment is unknown. */
export interface PaymentColumnValues {
  paid_by: string | null
  /** Amount by payment method minus refunds, and the unpaid debt: `['Efectivo', '500.00']`. */
  paid_kinds: readonly (readonly [title: string, amount: string | null])[]
}

/** Adds a column for each payment method; without voided documents they add up to 'Total'. */
export const paymentColumnOptions = {
  totals: true,
  amounts: ({ paid_kinds, voided }: Pick<PaymentColumnValues, 'paid_kinds'> & { voided: unknown }) =>
    paid_kinds.map(([title, value]) => ({ title, value: voided ? null : value })),
} as const

/** Declares the Excel file of a list of documents. `amountOf` returns a row's total, `partlyVoided` its voided part. */
export const makeDocumentWorkbook = <Row extends { voided: unknown }>(
  file: string,
  columns: readonly SheetColumn<Row>[],
  amountOf: (row: Row) => string,
  partlyVoided?: (row: Row) => string,
): Workbook<Row & PaymentColumnValues> => ({
  file,
  columns: [
    ...columns,
    ...makeTotalColumns(amountOf, partlyVoided),
    // The text is `Efectivo`, `Efectivo 500.00; Tarjeta 30.00` or `Efectivo 500.00; Pendiente de pago 30.00`.
    { title: 'Forma de pago', type: 'text', width: 24, value: ({ paid_by }: PaymentColumnValues) => paid_by },
  ],
  ...paymentColumnOptions,
})

/** Declares the call that exports the list at `path` with the same filter and for the same roles. */
export const defineExport = <Path extends `/${string}/`, Query extends z.ZodObject, Row extends { id: number }>(
  path: Path,
  may: AllowedRoles,
  query: Query,
  answer: Workbook<Row>,
) => {
  const summary = 'All that match as an Excel file'
  const errors = ['export.busy'] as const
  return { method: 'GET', may, path: `${path}export.xlsx`, summary, query, answer, errors } as const
}

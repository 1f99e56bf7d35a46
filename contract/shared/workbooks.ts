// Excel exports of lists: areas define columns, the server writes the files.
import type { z } from 'zod'
import { partlyVoidedMark, voidedMark } from '../till/bills.ts'
import { subtractSums } from './money.ts'
import type { Allowed } from './roles.ts'

export interface SheetColumn<Row> {
  title: string
  /** 'money' is decimal text, 'day' `YYYY-MM-DD`, 'instant' ISO 8601 shown in local time. */
  type: 'text' | 'number' | 'money' | 'day' | 'instant'
  /** In characters. */
  width?: number
  /** False leaves the column out of the totals. */
  summed?: false
  /** Title in the brief workbook, or false to omit the column. */
  brief?: string | false
  value: (row: Row) => string | number | null
}

export interface Workbook<Row = never> {
  /** File name without extension. */
  file: string
  columns: readonly SheetColumn<Row>[]
  /** Adds a row with sums of money columns. */
  totals?: true
  /** Additional money columns, the same in each row. */
  amounts?: (row: Row) => readonly NamedAmount[]
}

interface NamedAmount {
  title: string
  /** Decimal text; null for an empty cell. */
  value: string | null
}

export const isWorkbook = (answer: object | string | null): answer is Workbook =>
  answer !== null && typeof answer === 'object' && 'columns' in answer

/** Last columns of documents: voided amounts are separate, so that 'Total' sums to the screen's total. */
export const totalColumns = <Row extends { voided: unknown }>(
  amountOf: (row: Row) => string,
  partlyVoided: (row: Row) => string = () => '0.00',
): SheetColumn<Row>[] => {
  const isWhole = (row: Row) => partlyVoided(row) === '0.00'
  return [
    {
      title: 'Total',
      type: 'money',
      value: (row) => (row.voided ? '0.00' : subtractSums(amountOf(row), partlyVoided(row))),
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

/** Payments of a document in a workbook; null if unknown. */
export interface PaidRow {
  paid_by: string | null
  /** Amount by payment method less refunds, and the debt: `['Efectivo', '500.00']`. */
  paid_kinds: readonly (readonly [title: string, amount: string | null])[]
}

/** Columns by payment method, which sum to 'Total' without voided documents. */
export const workbookWithPayments = {
  totals: true,
  amounts: ({ paid_kinds, voided }: Pick<PaidRow, 'paid_kinds'> & { voided: unknown }) =>
    paid_kinds.map(([title, value]) => ({ title, value: voided ? null : value })),
} as const

/** Workbook of documents with payments. `amountOf` is the total of a row, `partlyVoided` the voided part of it. */
export const documentWorkbook = <Row extends { voided: unknown }>(
  file: string,
  columns: readonly SheetColumn<Row>[],
  amountOf: (row: Row) => string,
  partlyVoided?: (row: Row) => string,
): Workbook<Row & PaidRow> => ({
  file,
  columns: [
    ...columns,
    ...totalColumns(amountOf, partlyVoided),
    // `Efectivo`, `Efectivo 500.00; Tarjeta 30.00`, or `Efectivo 500.00; Pendiente de pago 30.00`.
    { title: 'Forma de pago', type: 'text', width: 24, value: ({ paid_by }: PaidRow) => paid_by },
  ],
  ...workbookWithPayments,
})

/** The call that exports the list at `path`, with its filter, for the same roles. */
export const defineExport = <Path extends `/${string}/`, Query extends z.ZodObject, Row extends { id: number }>(
  path: Path,
  may: Allowed,
  query: Query,
  answer: Workbook<Row>,
) => {
  const summary = 'All that match as an Excel file'
  const errors = ['export.busy'] as const
  return { method: 'GET', may, path: `${path}export.xlsx`, summary, query, answer, errors } as const
}

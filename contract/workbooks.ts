// Lists as Excel files. What a column is called and what stands in it is said by the area, once; how it is written, the
// server knows.
import type { z } from 'zod'
import { partlyVoidedMark, voidedMark } from './bills.ts'
import { subtractSums } from './money.ts'
import type { Allowed } from './roles.ts'

export interface SheetColumn<Row> {
  title: string
  /** 'money' is a decimal text, 'day' `YYYY-MM-DD`, 'instant' ISO 8601, which is shown as the gym's clocks had it. */
  type: 'text' | 'number' | 'money' | 'day' | 'instant'
  /** In characters. */
  width?: number
  /** Whether a column of money has a sum in the row of totals; it has where nothing is said. */
  summed?: false
  /** In the brief sheet, of whom and how much: another title, or false where it is left out. */
  brief?: string | false
  value: (row: Row) => string | number | null
}

export interface Workbook<Row = never> {
  /** The name of the file, without its ending. */
  file: string
  columns: readonly SheetColumn<Row>[]
  /** Ends with a row of the sums of its columns of money. */
  totals?: true
  /** Columns of money behind the others, as the first row names them; each row names the same ones. */
  amounts?: (row: Row) => readonly NamedAmount[]
}

interface NamedAmount {
  title: string
  /** Decimal text; null: none. */
  value: string | null
}

export const isWorkbook = (answer: object | string | null): answer is Workbook =>
  answer !== null && typeof answer === 'object' && 'columns' in answer

/** The end of each sheet of documents: what was voided stands beside, so that the sum of 'Total' is the screen's. */
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

/** How it was paid, as rows of a workbook carry it; null where that is not known. */
export interface PaidBy {
  paid_by: string | null
  /** What was paid by each kind that the gym has, less what went back, and what is pending: `['Efectivo', '500.00']`. */
  paid_kinds: readonly (readonly [title: string, amount: string | null])[]
}

/** Its kinds as columns of their own, which come to 'Total'; what was voided stands in none of them. */
export const paidWorkbook = {
  totals: true,
  amounts: ({ paid_kinds, voided }: Pick<PaidBy, 'paid_kinds'> & { voided: unknown }) =>
    paid_kinds.map(([title, value]) => ({ title, value: voided ? null : value })),
} as const

/** Behind them: `Efectivo`, `Efectivo 500.00; Tarjeta 30.00`, or `Efectivo 500.00; Pendiente de pago 30.00`. */
export const paidColumn: SheetColumn<PaidBy> = {
  title: 'Forma de pago',
  type: 'text',
  width: 24,
  value: ({ paid_by }) => paid_by,
}

/** All rows of the list at `path` as a file, for who may read it, by its filter. */
export const exported = <Path extends `/${string}/`, Query extends z.ZodObject, Row extends { id: number }>(
  path: Path,
  may: Allowed,
  query: Query,
  answer: Workbook<Row>,
) => {
  const summary = 'All that match as an Excel file'
  const errors = ['export.busy'] as const
  return { method: 'GET', may, path: `${path}export.xlsx`, summary, query, answer, errors } as const
}

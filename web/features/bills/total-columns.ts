import type { ExcelColumn } from '../../kit/excel.ts'
import { voidedMark } from './ChargedAmount.tsx'

/** The end of each sheet of documents: what was voided stands beside, so that the sum of 'Total' is the screen's. */
export const totalColumns = <Row extends { voided: unknown }>(amountOf: (row: Row) => string): ExcelColumn<Row>[] => [
  { header: 'Total', type: 'money', value: (row) => (row.voided ? '0.00' : amountOf(row)) },
  { header: 'Anulado', type: 'money', value: (row) => (row.voided ? amountOf(row) : null) },
  { header: 'Estado', type: 'text', width: 12, value: (row) => (row.voided ? voidedMark : null) },
]

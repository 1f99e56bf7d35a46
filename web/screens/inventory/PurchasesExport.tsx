import { localTime } from '@torniquete/contract/dates.ts'
import type { Purchase } from '@torniquete/contract/purchases.ts'
import { call } from '../../api/call.ts'
import { fetchAll } from '../../api/fetch-all.ts'
import type { ExcelColumn } from '../../kit/excel.ts'
import { ListExport } from '../../kit/ListExport.tsx'
import { PrintTable } from '../../kit/PrintTable.tsx'
import { daysText, purchaseNouns, sumsOf, sumsText } from '../bills/list-texts.ts'
import { totalColumns } from '../bills/total-columns.ts'
import { purchaseColumns } from './purchase-columns.tsx'

/** The purchases that are listed. */
export interface PurchaseQuery {
  supplier_name: string | undefined
  start_date: string
  end_date: string
}

interface PurchasesExportProps {
  query: PurchaseQuery
  total: number | undefined
  zone: string
}

const excelColumns = (zone: string): readonly ExcelColumn<Purchase>[] => [
  { header: 'Número', type: 'number', width: 10, value: ({ number }) => number },
  { header: 'Fecha', type: 'instant', width: 20, value: ({ created_at }) => localTime(zone, new Date(created_at)) },
  { header: 'Proveedor', type: 'text', width: 32, value: ({ supplier }) => supplier.name },
  { header: 'Usuario', type: 'text', width: 24, value: ({ user }) => user.name },
  ...totalColumns<Purchase>(({ amount_total }) => amount_total),
]

/** What paper says of purchases: the filter and the sum of those that stand there. */
export function purchasesNote(
  { supplier_name, start_date, end_date }: PurchaseQuery,
  rows: readonly Purchase[],
): string {
  const sums = sumsOf(rows, ({ amount_total }) => amount_total)
  const supplier = supplier_name && `Proveedor: ${supplier_name}`
  return [daysText(start_date, end_date), supplier, sumsText(sums, purchaseNouns)].filter(Boolean).join(' · ')
}

/** Print and Excel of all purchases that the filter finds. */
export function PurchasesExport({ query, total, zone }: PurchasesExportProps) {
  const load = (report: (loaded: number) => void, signal: AbortSignal) =>
    fetchAll(
      async (page, size, signal) => {
        const answer = await call('purchases.list', { query: { ...query, page, size_page: size }, signal })
        return { rows: answer.purchaseInvoices, total: answer.total }
      },
      report,
      signal,
    )
  return (
    <ListExport<Purchase>
      name="Compras de productos"
      total={total}
      load={load}
      columns={excelColumns(zone)}
      print={(rows) => (
        <PrintTable
          title="Compras de productos"
          subtitle={purchasesNote(query, rows)}
          columns={purchaseColumns(zone)}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
    />
  )
}

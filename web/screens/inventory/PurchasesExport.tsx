import { localTime } from '@torniquete/contract/dates.ts'
import type { Purchase } from '@torniquete/contract/purchases.ts'
import { call } from '../../api/call.ts'
import { fetchAll } from '../../api/fetch-all.ts'
import { totalColumns } from '../../features/bills/total-columns.ts'
import type { ExcelColumn } from '../../kit/excel.ts'
import { ListExport } from '../../kit/ListExport.tsx'
import type { List, TableQuery } from '../../kit/table-column.ts'

interface PurchasesExportProps extends List<Purchase> {
  /** The purchases that are listed. */
  asked: { supplier_name: string | undefined; start_date: string; end_date: string }
  query: TableQuery
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

/** Print and Excel of all purchases that the filter finds. */
export function PurchasesExport({ asked, query, zone, ...list }: PurchasesExportProps) {
  const readPage = async (page: number, size: number, signal: AbortSignal) => {
    const answer = await call('purchases.list', { query: { ...asked, page, size_page: size }, signal })
    return { rows: answer.purchaseInvoices, total: answer.total }
  }
  return (
    <ListExport
      {...list}
      queries={[query]}
      load={(report, signal) => fetchAll(readPage, report, signal)}
      excel={excelColumns(zone)}
    />
  )
}

import { showDay } from '@torniquete/contract/dates.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { PrintTable } from '../../kit/PrintTable.tsx'
import type { CashDocument } from './cash-documents.ts'
import { type ListTab, tabLabels } from './cash-flow-search.ts'
import { documentColumns } from './document-columns.tsx'
import type { FilterQuery } from './use-lists.ts'

interface DocumentsOnPaper {
  tab: ListTab
  zone: string
  filter: FilterQuery
  /** Of all that the filter matches, the voided left out. */
  sum: string
  documents: CashDocument[]
}

export function PrintedDocuments({ tab, zone, filter, sum, documents }: DocumentsOnPaper) {
  const { start_date, end_date, user_name } = filter
  const days = start_date === end_date ? showDay(start_date) : `${showDay(start_date)} – ${showDay(end_date)}`
  const subtitle = [days, user_name && `Trabajador: ${user_name}`, `Total: ${showMoney(sum)}`]
  return (
    <PrintTable
      title={tabLabels[tab]}
      subtitle={subtitle.filter(Boolean).join(' · ')}
      columns={documentColumns(tab, zone)}
      rows={documents}
      rowKey={({ id }) => id}
    />
  )
}

import { showDay } from '@torniquete/contract/dates.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { PaperAmount } from '../../kit/ChargedAmount.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { type PrintColumn, PrintTable } from '../../kit/PrintTable.tsx'
import { type CashDocument, listWords } from './cash-documents.ts'
import { type ListTab, tabLabels } from './cash-flow-search.ts'
import type { FilterQuery } from './use-lists.ts'

function printColumns(tab: ListTab, zone: string): PrintColumn<CashDocument>[] {
  const columns: PrintColumn<CashDocument>[] = [
    { header: 'Número', cell: ({ number }) => number },
    { header: 'Fecha', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
    { header: listWords[tab].party, cell: ({ party }) => party },
    { header: 'Trabajador', cell: ({ worker }) => worker },
    {
      header: 'Total',
      align: 'right',
      cell: ({ total, voided }) => <PaperAmount amount={total} voided={voided} />,
    },
  ]
  if (tab === 'memberships') columns.splice(4, 0, { header: 'Membresía', cell: ({ plan }) => plan })
  return columns
}

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
      columns={printColumns(tab, zone)}
      rows={documents}
      rowKey={({ id }) => id}
    />
  )
}

import { localTime, showDay } from '@torniquete/contract/dates.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { type PrintColumn, PrintTable } from '../../kit/PrintTable.tsx'
import { type CashDocument, listWords, voidedText } from './cash-documents.ts'
import { type ListTab, tabLabels } from './cash-flow-search.ts'
import type { FilterQuery } from './use-lists.ts'

function shownTime(zone: string, instant: string): string {
  const [day = '', time = ''] = localTime(zone, new Date(instant)).split(' ')
  return `${showDay(day)} ${time.slice(0, 5)}`
}

function Total({ document: { total, voided } }: { document: CashDocument }) {
  if (!voided) return showMoney(total)
  return (
    <>
      {voidedText} <s>{showMoney(total)}</s>
    </>
  )
}

function printColumns(tab: ListTab, zone: string): PrintColumn<CashDocument>[] {
  const columns: PrintColumn<CashDocument>[] = [
    { header: 'Número', cell: ({ number }) => number },
    { header: 'Fecha', cell: ({ at }) => shownTime(zone, at) },
    { header: listWords[tab].party, cell: ({ party }) => party },
    { header: 'Trabajador', cell: ({ worker }) => worker },
    { header: 'Total', align: 'right', cell: (document) => <Total document={document} /> },
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

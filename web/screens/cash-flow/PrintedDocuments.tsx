import { PrintTable } from '../../kit/PrintTable.tsx'
import { daysText, sumsOf, sumsText } from '../bills/list-texts.ts'
import { type CashDocument, listWords } from './cash-documents.ts'
import { type ListTab, tabLabels } from './cash-flow-search.ts'
import { documentColumns } from './document-columns.tsx'
import type { FilterQuery } from './use-lists.ts'

interface DocumentsOnPaper {
  tab: ListTab
  zone: string
  filter: FilterQuery
  documents: CashDocument[]
}

export function PrintedDocuments({ tab, zone, filter, documents }: DocumentsOnPaper) {
  const { start_date, end_date, user_name } = filter
  const subtitle = [
    daysText(start_date, end_date),
    user_name && `Trabajador: ${user_name}`,
    sumsText(
      sumsOf(documents, ({ total }) => total),
      listWords[tab].nouns,
    ),
  ]
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

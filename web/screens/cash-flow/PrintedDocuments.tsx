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
  documents: readonly CashDocument[]
}

/** What paper says of a list: its filter and the sum of what stands there. */
export function paperNoteOf({ tab, filter, documents }: Omit<DocumentsOnPaper, 'zone'>) {
  const { start_date, end_date, user_name } = filter
  const parts = [
    daysText(start_date, end_date),
    user_name && `Trabajador: ${user_name}`,
    sumsText(
      sumsOf(documents, ({ total }) => total),
      listWords[tab].nouns,
    ),
  ]
  return parts.filter(Boolean).join(' · ')
}

export function PrintedDocuments({ zone, ...list }: DocumentsOnPaper) {
  const { tab, documents } = list
  return (
    <PrintTable
      title={tabLabels[tab]}
      subtitle={paperNoteOf(list)}
      columns={documentColumns(tab, zone)}
      rows={documents}
      rowKey={({ id }) => id}
    />
  )
}

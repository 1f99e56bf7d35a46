import { Alert } from '@mantine/core'
import { findDocumentType } from '@torniquete/contract/document-types.ts'
import type { IncompleteDocument } from '@torniquete/contract/fiscal/do/report-rows.ts'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'
import type { ReactNode } from 'react'
import { DataTable } from '../../kit/DataTable.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import type { Column } from '../../kit/table-column.ts'
import { dialogOverPageOptions } from '../../navigation/open-dialog.ts'

type ReportDocument = IncompleteDocument['document']

interface DocumentLinkProps {
  document: Omit<ReportDocument, 'number'>
  children: ReactNode
}

/** Link to the document: a bill, or the form with the fields of a purchase or expense. */
export function IncompleteDocumentLink({ document: { kind, id }, children }: DocumentLinkProps) {
  if (kind === 'void' || kind === 'voided_number') return children
  const isReceived = kind === 'purchase' || kind === 'expense'
  // A ticket has the id of its sale, whose bill leads to the ticket.
  const params = { kind: kind === 'ticket' ? 'sale' : kind, id: String(id) } as never
  return (
    <RowLink
      to={isReceived ? `/fiscal-reports/${kind}s/$id/receipt` : '/fiscal-reports/bill/$kind/$id'}
      params={params}
      {...dialogOverPageOptions}
    >
      {children}
    </RowLink>
  )
}

interface MissingDocument {
  document: ReportDocument
  reasons: readonly string[]
}

/** One row for each document, with all that it lacks. */
function groupByDocument(missing: readonly IncompleteDocument[]): MissingDocument[] {
  const groups = new Map<string, MissingDocument>()
  for (const { document, reason } of missing) {
    const key = `${document.kind} ${document.id}`
    groups.set(key, { document, reasons: [...(groups.get(key)?.reasons ?? []), reason] })
  }
  return [...groups.values()]
}

const columns: Column<MissingDocument>[] = [
  {
    header: 'Documento',
    folded: 'first',
    cell: ({ document }) => (
      <IncompleteDocumentLink document={document}>
        {`${findDocumentType(document.kind)?.title ?? 'Documento'} N.º\u00a0${document.number}`}
      </IncompleteDocumentLink>
    ),
  },
  { header: 'Qué falta', cell: ({ reasons }) => reasons.join('. ') },
]

const loaded = { isPending: false, isPlaceholderData: false, error: null, refetch: () => {} }

/** Documents that are not in the file until their data are complete. */
export function MissingFieldsList({ missing }: { missing: readonly IncompleteDocument[] }) {
  const documents = groupByDocument(missing)
  if (documents.length === 0) return null
  return (
    <Alert
      color="yellow"
      mb="md"
      title={`${formatCountWithNoun(documents.length, 'documento no está', 'documentos no están')} en el archivo por falta de datos`}
    >
      <DataTable
        label="Datos que faltan"
        columns={columns}
        rows={documents}
        rowKey={({ document }) => `${document.kind} ${document.id}`}
        query={loaded}
        empty=""
      />
    </Alert>
  )
}

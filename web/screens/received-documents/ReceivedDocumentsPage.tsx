import { Group, NativeSelect, Text } from '@mantine/core'
import { formatTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import type { ReceivedDocument } from '@torniquete/contract/fiscal/received-documents.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { FiscalGate } from '../../features/fiscal/FiscalGate.tsx'
import { HelpLink } from '../../features/help/HelpLink.tsx'
import { DayText } from '../../kit/DayText.tsx'
import { IconCash, IconDownload, IconPackages } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { RowActions, RowButton } from '../../kit/RowActions.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { type Column, makeActionsColumn } from '../../kit/table-column.ts'
import { dialogOverPageOptions, useOpenDialog } from '../../navigation/open-dialog.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { receivedDocumentsFilter } from '../../navigation/screens.ts'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { OpenScreenButton } from '../../shell/OpenScreenButton.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import {
  describeReceivedDocument,
  findBookingRefusal,
  ReceivedDocumentStateMark,
  useDownloadReceivedXml,
} from './received-parts.tsx'

const usualSize = 50

/** Electronic receipts of suppliers. */
export function ReceivedDocumentsPage() {
  return (
    <>
      <PageHeader>
        <OpenScreenButton screen="fiscalDocuments" />
      </PageHeader>
      <FiscalGate missing="El gimnasio no usa comprobantes fiscales.">{() => <ReceivedList />}</FiscalGate>
    </>
  )
}

function ReceivedList() {
  const { search, change } = useScreenSearch('/received-documents')
  const { show = receivedDocumentsFilter.usual, page = 0, size = usualSize } = search
  const isOpen = show === 'open'
  const query = useEndpoint('received-documents.list', {
    query: { page, size_page: size, open: isOpen || undefined },
  })
  const open = useOpenDialog()
  const download = useDownloadReceivedXml()
  const columns = receivedColumns({
    onBook: (kind, { id }) => open(`/received-documents/$id/${kind}`, id),
    onDownload: ({ id }) => download(id),
  })
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="md">
        <NativeSelect
          label="Mostrar"
          data={Object.entries(receivedDocumentsFilter.labels).map(([value, label]) => ({ value, label }))}
          value={show}
          onChange={({ currentTarget: { value } }) =>
            change({ show: receivedDocumentsFilter.read(value), page: undefined })
          }
        />
        <HelpLink page="comprobantes-electronicos">Ayuda: comprobantes electrónicos</HelpLink>
      </Group>
      <PagedTable
        {...{ search, change, query, usualSize, columns }}
        label="Comprobantes recibidos"
        rowKey={({ id }) => id}
        empty={isOpen ? 'No hay comprobantes por registrar.' : 'Ningún proveedor ha enviado comprobantes.'}
        filter={receivedDocumentsFilter.labels[show]}
      />
    </>
  )
}

interface RowHandlers {
  onBook: (kind: 'purchase' | 'expense', document: ReceivedDocument) => void
  onDownload: (document: ReceivedDocument) => void
}

function receivedColumns({ onBook, onDownload }: RowHandlers): Column<ReceivedDocument>[] {
  return [
    {
      header: 'Proveedor',
      folded: 'first',
      cell: ({ id, legal_name, tax_id }) => (
        <>
          <RowLink to="/received-documents/$id" params={{ id: String(id) }} {...dialogOverPageOptions}>
            {legal_name}
          </RowLink>
          <Text span inherit display="block" fz="xs" c="dimmed">
            {formatTaxId(tax_id)}
          </Text>
        </>
      ),
      paper: ({ legal_name }) => legal_name,
    },
    { header: 'NCF', width: '9.5rem', cell: ({ ncf }) => ncf },
    { header: 'Fecha', cell: ({ issued_on }) => <DayText day={issued_on} /> },
    {
      header: 'Estado',
      cell: (document) => <ReceivedDocumentStateMark document={document} />,
      paper: (document) => describeReceivedDocument(document).label,
    },
    { header: 'ITBIS', align: 'right', cell: ({ tax_total }) => <Money value={tax_total} /> },
    { header: 'Total', align: 'right', cell: ({ total }) => <Money value={total} bold /> },
    makeActionsColumn((document) => {
      const refusal = findBookingRefusal(document)
      const name = document.ncf
      return (
        <RowActions name={name}>
          <RowButton
            {...{ name, refusal }}
            Icon={IconPackages}
            label="Registrar compra"
            color="teal"
            onPress={() => onBook('purchase', document)}
          />
          <RowButton
            {...{ name, refusal }}
            Icon={IconCash}
            label="Registrar gasto"
            color="teal"
            onPress={() => onBook('expense', document)}
          />
          <RowButton Icon={IconDownload} label="Descargar XML" name={name} onPress={() => onDownload(document)} />
        </RowActions>
      )
    }),
  ]
}

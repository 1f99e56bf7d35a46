import { Group, NativeSelect, Text } from '@mantine/core'
import type { ElectronicDocumentStatus, FiscalDocument } from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { describeSendAction, fiscalDocumentStatusLabels } from '../../features/fiscal/document-texts.ts'
import { ElectronicReceiptsNotice } from '../../features/fiscal/ElectronicReceiptsNotice.tsx'
import { FiscalGate } from '../../features/fiscal/FiscalGate.tsx'
import { HelpLink } from '../../features/help/HelpLink.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconDownload, IconRefresh } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { RowActions, RowButton } from '../../kit/RowActions.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { type Column, makeActionsColumn } from '../../kit/table-column.ts'
import { dialogOverPageOptions } from '../../navigation/open-dialog.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { OpenScreenButton } from '../../shell/OpenScreenButton.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import {
  BillLink,
  type FiscalDocumentActions,
  FiscalDocumentStateMark,
  formatBillNumber,
  useFiscalDocumentActions,
} from './document-parts.tsx'

const usualSize = 50
const statusChoices = [
  { value: '', label: 'Todos' },
  ...Object.entries(fiscalDocumentStatusLabels).map(([value, label]) => ({ value, label })),
]

/** Electronic receipts with their state at the tax office. */
export function FiscalDocumentsPage() {
  return (
    <>
      <PageHeader>
        <OpenScreenButton screen="receivedDocuments" visibleFrom="sm" />
      </PageHeader>
      <FiscalGate missing="El gimnasio no emite comprobantes electrónicos.">
        {({ zone }) => <DocumentList zone={zone} />}
      </FiscalGate>
    </>
  )
}

function DocumentList({ zone }: { zone: string }) {
  const { search, change } = useScreenSearch('/fiscal-documents')
  const { status, page = 0, size = usualSize } = search
  const query = useEndpoint('fiscal-documents.list', {
    query: { page, size_page: size, status },
  })
  const columns = documentColumns(zone, useFiscalDocumentActions())
  return (
    <>
      <ElectronicReceiptsNotice />
      <Group justify="space-between" align="flex-end" mb="md">
        <NativeSelect
          label="Estado"
          data={statusChoices}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ status: value === '' ? undefined : (value as ElectronicDocumentStatus), page: undefined })
          }
        />
        <HelpLink page="comprobantes-electronicos">Ayuda: comprobantes electrónicos</HelpLink>
      </Group>
      <PagedTable
        {...{ search, change, query, usualSize, columns }}
        label="Comprobantes electrónicos"
        rowKey={({ ncf }) => ncf}
        empty={
          status ? 'Ningún comprobante está en ese estado.' : 'Todavía no se ha emitido ningún comprobante electrónico.'
        }
        filter={status && `Estado: ${fiscalDocumentStatusLabels[status]}`}
      />
    </>
  )
}

function documentColumns(zone: string, { send, download }: FiscalDocumentActions): Column<FiscalDocument>[] {
  return [
    {
      header: 'Número',
      folded: 'first',
      width: '9.5rem',
      cell: ({ ncf, type_name }) => (
        <>
          <RowLink to="/fiscal-documents/$ncf" params={{ ncf }} {...dialogOverPageOptions}>
            {ncf}
          </RowLink>
          <Text span inherit display="block" fz="xs" c="dimmed">
            {type_name}
          </Text>
        </>
      ),
      paper: ({ ncf }) => ncf,
    },
    { header: 'Fecha', cell: ({ issued_at }) => <InstantText instant={issued_at} zone={zone} /> },
    { header: 'Cliente', cell: ({ buyer }) => buyer?.legal_name ?? 'Consumidor final' },
    {
      header: 'Estado',
      cell: (document) => <FiscalDocumentStateMark document={document} />,
      paper: ({ status }) => fiscalDocumentStatusLabels[status],
    },
    { header: 'Última respuesta', cell: ({ last_answer: answer }) => answer?.messages[0]?.text ?? answer?.text ?? '—' },
    {
      header: 'Próximo intento',
      cell: ({ next_attempt_at }) => (next_attempt_at ? <InstantText instant={next_attempt_at} zone={zone} /> : '—'),
    },
    {
      header: 'Factura',
      cell: ({ document }) => <BillLink document={document} />,
      paper: ({ document }) => formatBillNumber(document),
    },
    { header: 'Total', align: 'right', cell: ({ total }) => <Money value={total} bold /> },
    makeActionsColumn((document) => {
      const sending = describeSendAction(document)
      return (
        <RowActions name={document.ncf}>
          {sending && (
            <RowButton
              {...sending}
              Icon={IconRefresh}
              name={document.ncf}
              color="teal"
              onPress={() => send(document)}
            />
          )}
          <RowButton
            Icon={IconDownload}
            label="Descargar XML"
            name={document.ncf}
            onPress={() => download(document.ncf)}
          />
        </RowActions>
      )
    }),
  ]
}

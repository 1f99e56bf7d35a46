import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { formatTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import type { ReceivedDocumentDetails } from '@torniquete/contract/fiscal/received-documents.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ExpenseForm } from '../../features/expenses/ExpenseForm.tsx'
import { NewPurchase } from '../../features/purchases/PurchaseDialog.tsx'
import { ReceivedDocumentLines } from '../../features/purchases/ReceivedDocumentLines.tsx'
import { CloseIfCallPendingAtLoad } from '../../features/unanswered/CloseIfCallPendingAtLoad.tsx'
import { ActionDialog } from '../../forms/ActionDialog.tsx'
import { ReasonDialog } from '../../forms/ReasonDialog.tsx'
import { DayText } from '../../kit/DayText.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { FactList } from '../../kit/FactList.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconCash, IconDownload, IconPackages } from '../../kit/icons.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { Money } from '../../kit/Money.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { useCloseDialog, useDialogPathId, useOpenDialog } from '../../navigation/open-dialog.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import {
  BookedDocumentLink,
  findBookingRefusal,
  formatApproval,
  isAnswerable,
  ReceivedDocumentStateMark,
  useDownloadReceivedXml,
} from './received-parts.tsx'

export { BillDialogRoute } from '../../features/bills/BillDialog.tsx'

interface WithReceivedProps {
  title: string
  children: (document: ReceivedDocumentDetails, onClose: () => void) => ReactNode
}

/** Reads the document of the address. */
function WithReceived({ title, children }: WithReceivedProps) {
  const onClose = useCloseDialog()
  const query = useEndpoint('received-documents.read', { params: { id: useDialogPathId() } })
  return query.data ? children(query.data, onClose) : <LoadingDialog {...{ title, query, onClose }} />
}

export const BookReceivedPurchase = () => (
  <WithReceived title="Registrar compra">{(document) => <NewPurchase received={document} />}</WithReceived>
)

export const BookReceivedExpense = () => (
  <WithReceived title="Registrar gasto">
    {(document) => <CloseIfCallPendingAtLoad>{() => <ExpenseForm received={document} />}</CloseIfCallPendingAtLoad>}
  </WithReceived>
)

export const ReceivedDetailsDialog = () => (
  <WithReceived title="Comprobante recibido">
    {(document, onClose) => (
      <Dialog onClose={onClose} title={`Comprobante ${document.ncf}`} size="lg">
        <Details document={document} />
      </Dialog>
    )}
  </WithReceived>
)

function Details({ document }: { document: ReceivedDocumentDetails }) {
  const zone = useGymClock()?.zone
  return (
    <Stack>
      <div>
        <Text fw={600}>{document.type_name}</Text>
        <ReceivedDocumentStateMark document={document} />
      </div>
      <FactList
        facts={[
          ['Proveedor', `${document.legal_name}, ${formatTaxId(document.tax_id)}`],
          ['Fecha', <DayText key="day" day={document.issued_on} />],
          ['Total', <Money key="total" value={document.total} bold />],
          ['ITBIS', <Money key="tax" value={document.tax_total} />],
          ['Recibido', zone && <InstantText key="received" instant={document.received_at} zone={zone} />],
          ['Modifica', document.modified_ncf ?? undefined],
          ['Registrado como', document.document ? <BookedDocumentLink key="booked" document={document} /> : undefined],
          ['Tu respuesta', formatApproval(document) ?? undefined],
        ]}
      />
      <ReceivedDocumentLines lines={document.lines} />
      <Text size="sm" c="dimmed">
        La firma muestra que nadie cambió el archivo, no que la DGII lo aceptó.{' '}
        <Anchor href={document.check_url} target="_blank" rel="noreferrer" inherit>
          Compruébalo en la DGII
        </Anchor>{' '}
        antes de pagarlo.
      </Text>
      <DetailsActions document={document} />
    </Stack>
  )
}

function DetailsActions({ document }: { document: ReceivedDocumentDetails }) {
  const open = useOpenDialog()
  const download = useDownloadReceivedXml()
  const { id } = document
  return (
    <Group justify="flex-end">
      <ButtonWithIcon variant="default" Icon={IconDownload} onClick={() => download(id)}>
        Descargar XML
      </ButtonWithIcon>
      {isAnswerable(document) && !document.document && (
        <Button variant="default" onClick={() => open('/received-documents/$id/reject', id)}>
          Rechazar
        </Button>
      )}
      {isAnswerable(document) && (
        <Button variant="default" onClick={() => open('/received-documents/$id/approve', id)}>
          Aprobar
        </Button>
      )}
      {!findBookingRefusal(document) && (
        <>
          <ButtonWithIcon variant="light" Icon={IconCash} onClick={() => open('/received-documents/$id/expense', id)}>
            Registrar gasto
          </ButtonWithIcon>
          <ButtonWithIcon Icon={IconPackages} onClick={() => open('/received-documents/$id/purchase', id)}>
            Registrar compra
          </ButtonWithIcon>
        </>
      )}
    </Group>
  )
}

const describeDocument = ({ ncf, legal_name, total }: ReceivedDocumentDetails): string =>
  `${ncf} de ${legal_name} por ${formatMoney(total)}`

const finalText = 'Torniquete firma la respuesta y la envía al proveedor y a la DGII. Después no puedes cambiarla.'

export const ApproveReceivedDocument = () => (
  <WithReceived title="Aprobar comprobante">
    {(document, onClose) => (
      <ActionDialog
        title="Aprobar comprobante"
        confirmLabel="Aprobar"
        color="teal"
        action={{
          run: (_, send) =>
            send('received-documents.approve', { params: { id: document.id }, body: { is_approved: true } }),
          done: `Comprobante ${document.ncf} aprobado`,
          onGivenUp: onClose,
        }}
        onClose={onClose}
      >
        Apruebas {describeDocument(document)}. {finalText}
      </ActionDialog>
    )}
  </WithReceived>
)

export const RejectReceivedDocument = () => (
  <WithReceived title="Rechazar comprobante">
    {(document, onClose) => (
      <ReasonDialog
        title="Rechazar comprobante"
        submitLabel="Rechazar"
        danger
        focusReason
        run={(reason, send) =>
          send('received-documents.approve', { params: { id: document.id }, body: { is_approved: false, reason } })
        }
        done={`Comprobante ${document.ncf} rechazado`}
        onSaved={onClose}
        onClose={onClose}
      >
        <Text>
          Rechazas {describeDocument(document)}. {finalText}
        </Text>
      </ReasonDialog>
    )}
  </WithReceived>
)

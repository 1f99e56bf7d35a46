import { Alert, Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { formatTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import type { FiscalDocument } from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { describeRequiredAction, describeSendAction } from '../../features/fiscal/document-texts.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { FactList } from '../../kit/FactList.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconDownload, IconRefresh } from '../../kit/icons.ts'
import { SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { Money } from '../../kit/Money.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { useCloseDialog } from '../../navigation/open-dialog.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { BillLink, FiscalDocumentStateMark, useFiscalDocumentActions } from './document-parts.tsx'

export { BillDialogRoute } from '../../features/bills/BillDialog.tsx'

export function FiscalDocumentDialog() {
  const close = useCloseDialog()
  const ncf = useParams({ strict: false, select: (params) => params.ncf }) ?? ''
  const query = useEndpoint('fiscal-documents.read', { params: { ncf } })
  const zone = useGymClock()?.zone
  return (
    <Dialog onClose={close} title={`Comprobante ${ncf}`} size="lg">
      {query.data && zone ? (
        <Details document={query.data} zone={zone} />
      ) : (
        <SpinnerOrLoadError queries={[query]} onClose={close} />
      )}
    </Dialog>
  )
}

function Details({ document, zone }: { document: FiscalDocument; zone: string }) {
  const { send, download, pending } = useFiscalDocumentActions()
  const { last_answer, buyer_approval, next_attempt_at } = document
  const sending = describeSendAction(document)
  const instant = (at: string) => <InstantText instant={at} zone={zone} />
  return (
    <Stack>
      <div>
        <Text fw={600}>{document.type_name}</Text>
        <FiscalDocumentStateMark document={document} />
        <Text mt="xs">{describeRequiredAction(document)}</Text>
      </div>
      {last_answer && (
        <Alert color={document.status === 'rejected' ? 'red' : 'gray'} title="Última respuesta">
          <Text size="sm" c="dimmed">
            <InstantText instant={last_answer.at} zone={zone} />
          </Text>
          {last_answer.text}
          {last_answer.messages.length > 0 && (
            <ul data-bullets>
              {last_answer.messages.map(({ code, text }) => (
                <li key={code + text}>
                  DGII {code}: «{text}»
                </li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      <FactList
        facts={[
          ['Cliente', showBuyer(document)],
          ['Total', <Money key="total" value={document.total} bold />],
          ['Factura', <BillLink key="bill" document={document.document} />],
          ['Emitido', instant(document.issued_at)],
          ['Firmado', instant(document.signed_at)],
          ['Cómo se envía', document.is_summary ? 'Un resumen' : 'El documento entero'],
          ['Intentos', String(document.attempts)],
          ['Próximo intento', next_attempt_at ? instant(next_attempt_at) : undefined],
          ['TrackId de la DGII', document.track_id ?? undefined],
          ['Respuesta del comprador', buyer_approval ? showBuyerAnswer(buyer_approval) : undefined],
        ]}
      />
      <Group justify="flex-end">
        <ButtonWithIcon variant="default" Icon={IconDownload} onClick={() => download(document.ncf)}>
          Descargar XML
        </ButtonWithIcon>
        {sending && !sending.refusal && (
          <ButtonWithIcon Icon={IconRefresh} loading={pending} onClick={() => send(document)}>
            {sending.label}
          </ButtonWithIcon>
        )}
      </Group>
    </Stack>
  )
}

const showBuyer = ({ buyer }: FiscalDocument): string =>
  buyer ? [buyer.legal_name, formatTaxId(buyer.tax_id)].filter(Boolean).join(', ') : 'Consumidor final'

const showBuyerAnswer = ({ is_approved, reason }: NonNullable<FiscalDocument['buyer_approval']>): string =>
  is_approved ? 'Lo aprobó' : `Lo rechazó${reason ? `: ${reason}` : ''}`

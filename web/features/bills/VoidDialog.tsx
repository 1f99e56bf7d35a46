import { Checkbox, Text } from '@mantine/core'
import { type DocumentKind, documentTexts } from '@torniquete/contract/documents.ts'
import { showMoney, subtractSums } from '@torniquete/contract/shared/money.ts'
import { showsDebts } from '@torniquete/contract/till/debts.ts'
import { useState } from 'react'
import { bookedText } from '../../api/booking-calls.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ReasonDialog } from '../../forms/ReasonDialog.tsx'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { useDebtRules } from '../paying/debt-rules.ts'
import { PayingField } from '../paying/PayingField.tsx'
import { takesCash } from '../paying/paying.ts'
import { RefundDrawerField, useRefund, useRefundDrawer } from '../paying/RefundDrawer.tsx'
import type { Voiding } from './bill-kinds.ts'
import { useVoidLines } from './use-void-lines.ts'
import { VoidLinesField } from './VoidLinesField.tsx'

interface VoidDialogProps extends Voiding {
  id: number
  /** The document's name: 'Factura de venta N.º 12'. */
  name: string
  /** The document's content, if the page below does not show it. */
  about?: string
  /** Proposed reason. */
  reason?: string
  submitLabel: string
  onClose: () => void
  onVoided: () => void
}

/** Only documents that can have a debt are checked. */
function useOwed(kind: DocumentKind, id: number): string {
  const mayOwe = kind === 'sale' || kind === 'payment'
  const enabled = showsDebts(useDebtRules(mayOwe).data) && mayOwe
  const params = { document: mayOwe ? kind : 'sale', id } as const
  const { data } = useEndpoint('debts.of-document', { params }, { enabled })
  return data?.owed ?? '0.00'
}

/** Text for the debt that a void of this amount, or of the whole, cancels. */
function endedText(owed: string, amount: string | null): string | null {
  if (Number(owed) === 0) return null
  if (amount === null) return `Los ${showMoney(owed)} que faltan por pagar dejan de deberse.`
  const ended = Number(amount) < Number(owed) ? amount : owed
  return Number(ended) > 0 ? `De lo que falta por pagar dejan de deberse ${showMoney(ended)}.` : null
}

export function VoidDialog({
  kind,
  voidCall,
  consequence,
  id,
  name,
  about,
  reason: proposed,
  onVoided,
  ...frame
}: VoidDialogProps) {
  const lines = useVoidLines(kind, id)
  const owed = useOwed(kind, id)
  const amount = lines?.amount ?? null
  const refunded = amount === null ? null : Number(amount) > Number(owed) ? subtractSums(amount, owed) : '0.00'
  const refund = useRefund(kind, id, refunded)
  const isRecovered = documentTexts[kind]?.flow === 'out'
  const drawer = useRefundDrawer({ isCash: refund !== null && takesCash(refund.state), isRecovered })
  const endedDebt = endedText(owed, amount)
  const [restocks, setRestocks] = useState(true)
  return (
    <ReasonDialog
      {...frame}
      // Keeps the number on the line of its word.
      title={`Anular ${name.replace('N.º ', 'N.º\u00a0')}`}
      pendingLabel="Anulando"
      danger
      focusReason
      {...(proposed && { stored: proposed })}
      wrong={lines?.wrong ?? refund?.wrong ?? drawer.wrong}
      run={(reason, send, confirmed) =>
        send(voidCall, {
          params: { id },
          body: {
            reason,
            ...lines?.body,
            ...refund?.said,
            ...drawer.body,
            ...(confirmed && { refuse_short: false }),
            ...(!restocks && { restock: false }),
          },
          label: `La anulación de ${name}`,
        })
      }
      done={bookedText(voidCall)}
      onSaved={onVoided}
    >
      {(tried) => (
        <>
          {about && <Text fw={600}>{about}</Text>}
          <Text size="sm">Se emite un documento de anulación; el original se conserva. {consequence}</Text>
          {lines && <VoidLinesField lines={lines} tried={tried} />}
          {kind === 'sale' && (
            <Checkbox
              label="Los productos vuelven a la existencia"
              description={!restocks && 'Se registran como merma, con el motivo de la anulación.'}
              checked={restocks}
              onChange={(event) => setRestocks(event.currentTarget.checked)}
            />
          )}
          {endedDebt && (
            <Text size="sm" role="status">
              <AmountsText>{endedDebt}</AmountsText>
            </Text>
          )}
          {refund && (
            <>
              <Text size="sm" role="status">
                <AmountsText>{refund.text}</AmountsText>
              </Text>
              <PayingField state={refund.state} onChange={refund.onChange} out />
            </>
          )}
          <RefundDrawerField drawer={drawer} isRecovered={isRecovered} tried={tried} />
        </>
      )}
    </ReasonDialog>
  )
}

import { Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type DocumentKind, findDocumentType } from '@torniquete/contract/document-types.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { addAmounts, formatMoney, subtractAmounts } from '@torniquete/contract/shared/money.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { shouldShowDebts } from '@torniquete/contract/till/should-show-debts.ts'
import { computeVoidedLineParts, type LineToVoid, type SaleItem } from '@torniquete/contract/till/void-lines.ts'
import { useState } from 'react'
import { getCallSuccessText } from '../../api/outbox-calls.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ReasonDialog } from '../../forms/ReasonDialog.tsx'
import { WholeNumberField } from '../../kit/ParsedField.tsx'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { useFiscalCountry } from '../fiscal/use-fiscal-country.ts'
import { PaymentField } from '../paying/PaymentField.tsx'
import { includesCash } from '../paying/payment-input.ts'
import { useDebtRules } from '../paying/payment-settings.ts'
import { RefundDrawerField, useRefundDrawer, useRefundState } from '../paying/RefundDrawerState.tsx'
import { noCreditNoteText, type VoidDialogOptions } from './bill-content.ts'

interface VoidDialogProps extends VoidDialogOptions {
  id: number
  name: string
  about?: string
  reason?: string
  submitLabel: string
  onClose: () => void
  onVoided: () => void
}

function useOwed(kind: DocumentKind, id: number): string {
  const mayOwe = kind === 'sale' || kind === 'payment'
  const enabled = shouldShowDebts(useDebtRules(mayOwe).data) && mayOwe
  const params = { document: mayOwe ? kind : 'sale', id } as const
  const { data } = useEndpoint('debts.of-document', { params }, { enabled })
  return data?.owed ?? '0.00'
}

function endedText(owed: string, amount: string | null): string | null {
  if (Number(owed) === 0) return null
  if (amount === null) return `Los ${formatMoney(owed)} que faltan por pagar dejan de deberse.`
  const ended = Number(amount) < Number(owed) ? amount : owed
  return Number(ended) > 0 ? `De lo que falta por pagar dejan de deberse ${formatMoney(ended)}.` : null
}

/** Text about the credit note of the void; null without a country. A sale from before the receipts has no note. */
function useNoteText(kind: DocumentKind, id: number, isPartial: boolean): string | null {
  const enabled = useFiscalCountry() !== 'none' && (kind === 'sale' || kind === 'payment')
  const { data } = useEndpoint(kind === 'payment' ? 'payments.read' : 'sales.read', { params: { id } }, { enabled })
  if (!enabled || data?.fiscal === undefined) return null
  if (data.fiscal === null) return `${noCreditNoteText}.`
  const { ncf, type, buyer, status } = data.fiscal
  if (status === 'rejected') return isPartial ? null : `${rejectedText}.`
  const note = `Lleva una nota de crédito (${type.startsWith('B') ? 'B04' : 'E34'}) ${buyer?.legal_name ? `a ${buyer.legal_name}, ` : ''}que modifica el ${ncf}`
  return status === 'signed' && !isPartial
    ? `${note}; si todavía no se envió a la DGII, se anula su número, sin nota.`
    : `${note}.`
}

const rejectedText = 'La DGII rechazó el comprobante: la anulación no lleva nota de crédito'

const describeNote = (document: object): string => {
  const { fiscal, fiscal_note } = document as Partial<Sale>
  if (fiscal === null) return noCreditNoteText
  if (fiscal_note) return `${fiscal_note.type_name} ${fiscal_note.ncf}`
  if (fiscal?.status === 'annulled') return `Sin nota de crédito: el ${fiscal.ncf} se anuló antes de enviarlo a la DGII`
  return fiscal?.status === 'rejected' ? rejectedText : ''
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
  const refunded = amount === null ? null : Number(amount) > Number(owed) ? subtractAmounts(amount, owed) : '0.00'
  const refund = useRefundState(kind, id, refunded)
  const isRecovered = findDocumentType(kind)?.flow === 'out'
  const drawer = useRefundDrawer({ isCash: refund !== null && includesCash(refund.state), isRecovered })
  const endedDebt = endedText(owed, amount)
  const noteText = useNoteText(kind, id, lines?.isPartial ?? false)
  const [restocks, setRestocks] = useState(true)
  return (
    <ReasonDialog
      {...frame}
      // The non-breaking space keeps `N.º` and the number on one line.
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
      done={getCallSuccessText(voidCall)}
      detail={describeNote}
      onSaved={onVoided}
    >
      {(tried) => (
        <>
          {about && <Text fw={600}>{about}</Text>}
          <Text size="sm">Se emite un documento de anulación; el original se conserva. {consequence}</Text>
          {noteText && <Text size="sm">{noteText}</Text>}
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
              <UnbrokenAmountsText>{endedDebt}</UnbrokenAmountsText>
            </Text>
          )}
          {refund && (
            <>
              <Text size="sm" role="status">
                <UnbrokenAmountsText>{refund.text}</UnbrokenAmountsText>
              </Text>
              <PaymentField state={refund.state} onChange={refund.onChange} out />
            </>
          )}
          <RefundDrawerField drawer={drawer} isRecovered={isRecovered} tried={tried} />
        </>
      )}
    </ReasonDialog>
  )
}

function VoidLinesField({ lines, tried }: { lines: NonNullable<ReturnType<typeof useVoidLines>>; tried: boolean }) {
  const { items, isPartial, typed, wrong } = lines
  return (
    <>
      <NativeSelect
        label="Qué se anula"
        data={[
          { value: 'all', label: 'Toda la factura' },
          { value: 'lines', label: 'Algunas líneas' },
        ]}
        value={isPartial ? 'lines' : 'all'}
        onChange={(event) => lines.setPartial(event.currentTarget.value === 'lines')}
      />
      {isPartial && (
        <Stack gap="xs" role="group" aria-label="Cantidades que se anulan">
          {items.map((item) => (
            <Group key={item.line} wrap="nowrap" justify="space-between">
              <Text size="sm">
                {item.product_name}
                <Text span inherit c="dimmed" display="block" fz="xs">
                  {`De ${formatNumber(leftOf(item))}`}
                </Text>
              </Text>
              <WholeNumberField
                aria-label={`Cantidad de ${item.product_name}, línea ${item.line}`}
                w="6rem"
                min={0}
                max={leftOf(item)}
                value={typed[item.line] ?? '0'}
                onChange={(quantity: string) => lines.type(item.line, quantity)}
              />
            </Group>
          ))}
          {tried && wrong && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {wrong}
            </Text>
          )}
        </Stack>
      )}
    </>
  )
}

const leftOf = ({ quantity, voided_quantity }: SaleItem) => quantity - voided_quantity

/**
 * Lines and quantities of a sale to void. Null if there is no choice: other documents, or sales with one piece left.
 */
function useVoidLines(kind: DocumentKind, id: number) {
  const sale = useEndpoint('sales.read', { params: { id } }, { enabled: kind === 'sale' }).data
  const [isPartial, setPartial] = useState(false)
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const items = (sale?.sales_bill_items ?? []).filter((item) => leftOf(item) > 0)
  const pieces = items.reduce((sum, item) => sum + leftOf(item), 0)
  if (pieces < 2) return null
  const chosen = items
    .map((item) => ({ item, quantity: Number(typed[item.line] ?? '0') }))
    .filter(({ quantity }) => Number.isInteger(quantity) && quantity > 0)
  const isTooMuch = chosen.some(({ item, quantity }) => quantity > leftOf(item))
  const lines = chosen.map(({ item: { line }, quantity }): LineToVoid => ({ line, quantity }))
  const amount = isTooMuch ? '0.00' : addAmounts(computeVoidedLineParts(items, lines).map((part) => part.amount))
  return {
    items,
    isPartial,
    setPartial,
    typed,
    type: (line: number, quantity: string) => setTyped({ ...typed, [line]: quantity }),
    /** Total of the chosen lines as decimal text; null if the whole document is voided. */
    amount: isPartial ? amount : null,
    wrong: isPartial && (isTooMuch || lines.length === 0) ? 'Escribe cuántos se anulan de cada línea.' : null,
    body: isPartial ? { lines } : {},
  }
}

import type { CallAnswer, CallBodyInput } from '@torniquete/contract/endpoints.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { getCallSuccessText } from '../../../api/outbox-calls.ts'
import { useShowBill } from '../../../features/bills/use-show-bill.ts'
import type { ClientOrSupplier } from '../../../features/drafts/draft.ts'
import { type DraftLine, type LineErrors, toSaleItems } from '../../../features/drafts/draft-lines.ts'
import type { OpenDraft, SentDraftKeys } from '../../../features/drafts/use-draft.ts'
import type { CompleteTicketMembership } from '../../../features/memberships/TicketMembershipFields.tsx'
import { useFinishMembershipSale } from '../../../features/memberships/use-sell-membership.ts'
import { makeOpenShiftField } from '../../../features/paying/current-cash-drawer.ts'
import { formatSoldAmounts, type PaymentState } from '../../../features/paying/payment-input.ts'
import { type SaveState, useSave } from '../../../forms/use-save.ts'
import { fetchCodeWithRetry } from '../../../kit/lazy-component.tsx'
import { toast } from '../../../kit/toast.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'

/** The page of bills loads the code of the print in advance, so that the sale dialog opens without it. */
async function printSold(sold: CallAnswer<'tickets.create'> | { sale: Sale; payment: null }): Promise<void> {
  try {
    const { printSale, printTicket } = await fetchCodeWithRetry(() => import('../../../features/bills/print-bill.tsx'))
    await (sold.payment ? printTicket(sold) : printSale(sold.sale))
  } catch {
    toast.failure('La venta está hecha, la factura no se imprimió', 'Recarga la página e imprímela en Facturación.')
  }
}

interface CompleteSale {
  client: ClientOrSupplier
  lines: readonly DraftLine[]
  membership: CompleteTicketMembership | null
  /** Total shown to the user: the server charges it, or refuses the sale if prices have changed. */
  shown: string
  pay: PaymentState
  receipt: CallBodyInput<'sales.create'>['receipt']
  sent: SentDraftKeys
  isPrinted: boolean
}

/** Sends a sale, or a ticket if a membership is sold with it. */
export function useSellProducts(draft: OpenDraft, setErrors: (errors: LineErrors) => void): SaveState<CompleteSale> {
  const showBill = useShowBill()
  const onMembershipSold = useFinishMembershipSale()
  return useSave({
    run: async ({ client: buyer, lines, membership, shown, pay, receipt, sent }: CompleteSale, send) => {
      const body = {
        id_client: buyer.id,
        items: toSaleItems(lines),
        expected_total: shown,
        paid: pay.paid,
        ...(pay.owed !== null && { owed: pay.owed }),
        ...(receipt && { receipt }),
        ...makeOpenShiftField(),
      }
      const label = `La venta a ${buyer.name} por ${formatMoney(shown)}`
      if (!membership) return { sale: await send('sales.create', { body, ...sent, label }), payment: null }
      return send('tickets.create', { body: { ...body, membership: membership.sold }, ...sent, label })
    },
    // After a refusal, products and prices are loaded again, so that the dialog shows what has changed.
    refetchOnRefusal: ({ membership }) => (membership ? ['products', 'memberships', 'clients'] : ['products']),
    done: ({ payment }) => getCallSuccessText(payment ? 'tickets.create' : 'sales.create'),
    detail: (_, { client: buyer, shown, pay }) => `${buyer.name} · ${formatSoldAmounts(shown, pay.owed)}`,
    offer: ({ sale, payment }) => ({
      label: 'Ver factura',
      keys: hotkeys.showBill,
      run: () => (payment ? showBill('payment', payment.id) : showBill('sale', sale.id)),
    }),
    onSaved: (sold, { membership, isPrinted }) => {
      if (isPrinted) void printSold(sold)
      return (sold.payment && membership && onMembershipSold(sold.payment, membership.buyer)) ?? draft.leave()
    },
    onGivenUp: draft.leave,
    setErrors,
    // A refusal is shown in the dialog if it is open, otherwise in a toast.
    failure: draft.refuse,
  })
}

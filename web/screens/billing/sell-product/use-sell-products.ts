import { showMoney } from '@torniquete/contract/shared/money.ts'
import { bookedText } from '../../../api/booking-calls.ts'
import { printSale, printTicket } from '../../../features/bills/print-bill.tsx'
import { useShowBill } from '../../../features/bills/use-show-bill.ts'
import type { Partner } from '../../../features/drafts/draft.ts'
import { type DraftLine, type LineErrors, saleItems } from '../../../features/drafts/draft-lines.ts'
import type { OpenDraft, Sent } from '../../../features/drafts/use-draft.ts'
import type { TicketPart } from '../../../features/memberships/TicketMembership.tsx'
import { useMembershipSold } from '../../../features/memberships/use-sell-membership.ts'
import { ownShiftBody } from '../../../features/paying/own-drawer.ts'
import { type PayingState, soldText } from '../../../features/paying/paying.ts'
import { type Save, useSave } from '../../../forms/use-save.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'

interface CompleteSale {
  client: Partner
  lines: readonly DraftLine[]
  membership: TicketPart | null
  /** The displayed total, which is charged or refused. */
  shown: string
  pay: PayingState
  sent: Sent
  isPrinted: boolean
}

export function useSellProducts(draft: OpenDraft, setErrors: (errors: LineErrors) => void): Save<CompleteSale> {
  const showBill = useShowBill()
  const onMembershipSold = useMembershipSold()
  return useSave({
    run: async ({ client: buyer, lines, membership, shown, pay, sent }: CompleteSale, send) => {
      const body = {
        id_client: buyer.id,
        items: saleItems(lines),
        expected_total: shown,
        paid: pay.paid,
        ...(pay.owed !== null && { owed: pay.owed }),
        ...ownShiftBody(),
      }
      const label = `La venta a ${buyer.name} por ${showMoney(shown)}`
      if (!membership) return { sale: await send('sales.create', { body, ...sent, label }), payment: null }
      return send('tickets.create', { body: { ...body, membership: membership.sold }, ...sent, label })
    },
    // Stock, prices or payment differ from the display: the dialog shows which.
    refetchOnRefusal: ({ membership }) => (membership ? ['products', 'memberships', 'clients'] : ['products']),
    done: ({ payment }) => bookedText(payment ? 'tickets.create' : 'sales.create'),
    detail: (_, { client: buyer, shown, pay }) => `${buyer.name} · ${soldText(shown, pay.owed)}`,
    offer: ({ sale, payment }) => ({
      label: 'Ver factura',
      keys: hotkeys.showBill,
      run: () => (payment ? showBill('payment', payment.id) : showBill('sale', sale.id)),
    }),
    onSaved: ({ sale, payment }, { membership, isPrinted }) => {
      if (isPrinted) void (payment ? printTicket({ sale, payment }) : printSale(sale))
      return (payment && membership && onMembershipSold(payment, membership.buyer)) ?? draft.leave()
    },
    onGivenUp: draft.leave,
    setErrors,
    // An open dialog shows it, at its line if possible.
    failure: draft.refuse,
  })
}

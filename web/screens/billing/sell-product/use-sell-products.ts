import { useQueryClient } from '@tanstack/react-query'
import type { HowPaid } from '@torniquete/contract/how-paid.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import type { Sale } from '@torniquete/contract/sales.ts'
import { isRefusal } from '../../../api/api-error.ts'
import { bookedText } from '../../../api/booking-calls.ts'
import { readAgain } from '../../../api/refresh.ts'
import { useOfferBill } from '../../../features/bills/use-show-bill.ts'
import { type DraftLine, type LineErrors, saleItems } from '../../../features/drafts/draft-lines.ts'
import type { Partner } from '../../../features/drafts/drafts.ts'
import type { OpenDraft, Sent } from '../../../features/drafts/use-draft.ts'
import { type Save, useSave } from '../../../forms/use-save.ts'

export interface CompleteProductSale {
  client: Partner
  lines: readonly DraftLine[]
  /** The sum that the person has read, which is charged or refused. */
  shown: string
  paid: HowPaid['paid']
  sent: Sent
}

interface Ends {
  /** What it answers is waited for. */
  onSold: (sale: Sale) => unknown
  /** No answer came, and the notice of unanswered sales has it now. */
  onGivenUp: () => unknown
  /** Answers what is to be told elsewhere than in the dialog. */
  onRefused: OpenDraft['refuse']
  setErrors: (errors: LineErrors) => void
}

export function useSellProducts({ onSold, onGivenUp, onRefused, setErrors }: Ends): Save<CompleteProductSale> {
  const client = useQueryClient()
  const offer = useOfferBill('sale')
  return useSave({
    run: async ({ client: buyer, lines, shown, paid, sent }: CompleteProductSale, send) => {
      try {
        return await send('sales.create', {
          body: { id_client: buyer.id, items: saleItems(lines), expected_total: shown, paid },
          ...sent,
          label: `La venta a ${buyer.name} por ${showMoney(shown)}`,
        })
      } catch (error) {
        // Stock or prices are others than shown: the lines say which, once they are read again.
        if (isRefusal(error)) await readAgain(client, 'products')
        throw error
      }
    },
    done: bookedText('sales.create'),
    detail: ({ amount_total }, { client: buyer }) => `${buyer.name} · ${showMoney(amount_total)}`,
    offer,
    onSaved: onSold,
    onGivenUp,
    setErrors,
    // While the dialog is there it shows it, at the line where it has one.
    failure: onRefused,
  })
}

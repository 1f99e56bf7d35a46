import { showMoney } from '@torniquete/contract/shared/money.ts'
import type { HowPaid } from '@torniquete/contract/till/payment-fields.ts'
import { bookedText } from '../../api/booking-calls.ts'
import type { Partner } from '../../features/drafts/draft.ts'
import { amountsOfBill, type DraftLine, purchaseItems } from '../../features/drafts/draft-lines.ts'
import type { OpenDraft, Sent } from '../../features/drafts/use-draft.ts'
import { ownShiftBody } from '../../features/paying/own-drawer.ts'
import { type Save, useSave } from '../../forms/use-save.ts'

export interface CompletePurchase {
  supplier: Partner
  lines: readonly DraftLine[]
  paid: HowPaid['paid']
  sent: Sent
}

export function useSavePurchase(
  { leave, refuse }: OpenDraft,
  setErrors: (errors: Record<string, string>) => void,
): Save<CompletePurchase> {
  return useSave({
    run: ({ supplier, lines, paid, sent }: CompletePurchase, send) =>
      send('purchases.create', {
        body: { id_supplier: supplier.id, items: purchaseItems(lines), paid, ...ownShiftBody() },
        ...sent,
        label: `La compra a ${supplier.name} por ${showMoney(amountsOfBill('purchase', lines).total)}`,
      }),
    done: bookedText('purchases.create'),
    onSaved: leave,
    onGivenUp: leave,
    setErrors,
    failure: (error) => refuse(error) ?? { title: error.name, description: error.message },
  })
}

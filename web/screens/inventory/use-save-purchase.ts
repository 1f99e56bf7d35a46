import { showMoney } from '@torniquete/contract/money.ts'
import type { Supplier } from '@torniquete/contract/suppliers.ts'
import { tillCalls } from '../../api/till-calls.ts'
import { type Save, useSave } from '../../api/use-save.ts'
import { amountsOfBill, type DraftLine, purchaseItems } from '../bills/draft-lines.ts'

export interface CompletePurchase {
  supplier: Supplier
  lines: readonly DraftLine[]
}

/** `onEnd`: it is stored, or it has become the matter of the notice of pending calls. */
export function useSavePurchase(
  onEnd: () => void,
  setErrors: (errors: Record<string, string>) => void,
): Save<CompletePurchase> {
  return useSave({
    run: ({ supplier, lines }: CompletePurchase, send) =>
      send('purchases.create', {
        body: { id_supplier: supplier.id, items: purchaseItems(lines) },
        label: `La compra a ${supplier.name} por ${showMoney(amountsOfBill('purchase', lines).total)}`,
      }),
    done: tillCalls['purchases.create'],
    onSaved: onEnd,
    onGivenUp: onEnd,
    setErrors,
  })
}

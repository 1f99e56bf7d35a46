import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Client } from '@torniquete/contract/clients.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { isRefusal } from '../../../api/api-error.ts'
import { tillCalls } from '../../../api/till-calls.ts'
import { type Save, useSave } from '../../../api/use-save.ts'
import { amountsOfBill, type DraftLine, type LineErrors, saleItems } from '../../bills/draft-lines.ts'
import { useOfferBill } from '../use-show-bill.ts'

export interface CompleteSale {
  client: Client
  lines: readonly DraftLine[]
}

/** Asks for the products again, and waits: an announcement of the same change may ask once more and end the first asking. */
async function readAgain(client: QueryClient): Promise<void> {
  const products = { queryKey: ['products'] }
  await client.invalidateQueries(products)
  if (client.isFetching(products)) await client.refetchQueries(products, { cancelRefetch: false })
}

/** `onEnd`: sold, or handed over to the notice of unanswered sales. */
export function useSellProducts(onEnd: () => void, setErrors: (errors: LineErrors) => void): Save<CompleteSale> {
  const client = useQueryClient()
  const offer = useOfferBill('sale')
  return useSave({
    run: async ({ client: buyer, lines }: CompleteSale, send) => {
      try {
        return await send('sales.create', {
          body: { id_client: buyer.id, items: saleItems(lines) },
          label: `La venta a ${buyer.name} por ${showMoney(amountsOfBill('sale', lines).total)}`,
        })
      } catch (error) {
        // Stock or prices are others than shown: the lines say which, once they are read again.
        if (isRefusal(error)) await readAgain(client)
        throw error
      }
    },
    done: tillCalls['sales.create'],
    offer,
    onSaved: onEnd,
    onGivenUp: onEnd,
    setErrors,
    // The dialog shows it, at the line where it has one.
    failure: () => null,
  })
}

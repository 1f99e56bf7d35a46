import { makeExpense, makePayment, makePurchase, makeSale } from './factories.ts'
import { onRow } from './sample-call.ts'

/** Refunded from no drawer, although one is open. */
const body = { reason: 'Se equivocó', id_shift: null }

export const voidSamples = {
  'payments.void': onRow(
    ({ payment }) => ({ params: { id: payment }, body }),
    async ({ gym }) => ({ params: { id: (await makePayment(gym)).id }, body }),
  ),
  'purchases.void': onRow(
    ({ purchase }) => ({ params: { id: purchase }, body }),
    async ({ gym, mine }) => ({
      params: { id: (await makePurchase(gym, [{ id_product: mine.product, quantity: 1, unit_price: 1 }])).id },
      body,
    }),
  ),
  'expenses.void': onRow(
    ({ expense }) => ({ params: { id: expense }, body }),
    async ({ gym }) => ({ params: { id: (await makeExpense(gym)).id }, body }),
  ),
  'sales.void': onRow(
    ({ sale }) => ({ params: { id: sale }, body }),
    async ({ gym, mine }) => ({
      params: { id: (await makeSale(gym, [{ id_product: mine.product, quantity: 1 }])).id },
      body,
    }),
  ),
} as const

import { useEndpoint } from '../../api/use-endpoint.ts'
import type { ReadState } from '../../kit/LoadError.tsx'
import type { BillContent } from './bill-content.ts'
import type { BillKind } from './bill-kinds.ts'
import {
  type BillBody,
  billOfPayment,
  billOfPurchase,
  billOfSale,
  isPaidShort,
  makeIssuer,
  makePaidLines,
  readOwed,
} from './bill-of.ts'

/** A document with the gym's shown fields; null until loaded. */
export function useBill(kind: BillKind, id: number): { bill: BillContent | null; reads: ReadState[] } {
  const input = { params: { id } }
  const sale = useEndpoint('sales.read', input, { enabled: kind === 'sale' })
  const purchase = useEndpoint('purchases.read', input, { enabled: kind === 'purchase' })
  const payment = useEndpoint('payments.read', input, { enabled: kind === 'payment' })
  const tenders = useEndpoint('tenders.read', { params: { document: kind, id } })
  const gym = useEndpoint('gym-info.read', {})
  const show = useEndpoint('show-info.read', {})
  const bodyIn = (zone: string): BillBody | null => {
    if (kind === 'sale') return sale.data ? billOfSale(zone, sale.data) : null
    if (kind === 'purchase') return purchase.data ? billOfPurchase(zone, purchase.data) : null
    return payment.data ? billOfPayment(zone, payment.data) : null
  }
  const body = gym.data ? bodyIn(gym.data.timeZone) : null
  const booked = {
    sale: sale.data?.created_at,
    purchase: purchase.data?.created_at,
    payment: payment.data?.membership.payment_date,
  }[kind]
  const asksOwed =
    kind !== 'purchase' &&
    body &&
    !body.voided &&
    tenders.data &&
    isPaidShort(body.partly?.rest ?? body.total, tenders.data)
  const debt = useEndpoint(
    'debts.of-document',
    { params: { document: kind === 'sale' ? 'sale' : 'payment', id } },
    { enabled: asksOwed === true },
  )
  // The previous version's server does not know payments: the bill works without them.
  const paid =
    tenders.data && gym.data && booked
      ? makePaidLines(tenders.data, { zone: gym.data.timeZone, booked })
      : tenders.error && []
  const isThere = !asksOwed || debt.data !== undefined || debt.error
  return {
    bill:
      body && gym.data && show.data && paid && isThere
        ? { ...body, issuer: makeIssuer(gym.data, show.data), paid, ...readOwed(debt.data) }
        : null,
    reads: [{ sale, purchase, payment }[kind], gym, show],
  }
}

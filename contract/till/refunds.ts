// Money returned when a document or a collection is voided.
import { z } from 'zod'
import { documentKinds, findDocumentType } from '../document-types.ts'
import { addAmounts } from '../shared/money.ts'
import { id, idAndName, moneyText, timestamp } from '../shared/schemas.ts'
import type { LabelledSum } from './payment-kind-labels.ts'

export const Refund = z.object({
  /** Document that was voided; `collection` is a payment of debts. */
  document: z.object({ kind: z.enum([...documentKinds, 'collection']), id, number: z.number().int() }),
  at: timestamp,
  by: idAndName,
  /** Positive amounts by payment method. For purchases and expenses the gym received the money. */
  paid: z.array(z.object({ kind: idAndName, in_drawer: z.boolean(), amount: moneyText })),
})
export type Refund = z.infer<typeof Refund>

/** True if the refund went to the gym, as for a voided purchase or expense. */
export const isRefundToGym = ({ document }: Pick<Refund, 'document'>): boolean =>
  findDocumentType(document.kind)?.flow === 'out'

/** Returns a text such as `Venta N.º 7` or `Cobro N.º 2`. */
export const formatRefundedDocument = ({ document: { kind, number } }: Pick<Refund, 'document'>): string =>
  `${kind === 'collection' ? 'Cobro' : (findDocumentType(kind)?.title ?? 'Documento')} N.º\u00a0${number}`

/** Sums by payment method with labels such as `Devuelto en Efectivo (2)`; negative if the gym paid. */
export function listRefundSums(refunds: readonly Refund[]): LabelledSum[] {
  const sums = new Map<string, { count: number; amounts: string[] }>()
  for (const refund of refunds)
    for (const { kind, amount } of refund.paid) {
      const isBack = isRefundToGym(refund)
      const label = `${isBack ? 'Recuperado' : 'Devuelto'} en ${kind.name}`
      const { count, amounts } = sums.get(label) ?? { count: 0, amounts: [] }
      sums.set(label, { count: count + 1, amounts: [...amounts, isBack ? amount : `-${amount}`] })
    }
  return [...sums].map(([label, { count, amounts }]) => ({ label: `${label} (${count})`, value: addAmounts(amounts) }))
}

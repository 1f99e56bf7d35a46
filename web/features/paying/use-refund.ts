// Refund of a void: by default each amount returns by the method it was paid with.
import type { DocumentKind } from '@torniquete/contract/documents.ts'
import { addSums, fromCents, sumToCents } from '@torniquete/contract/shared/money.ts'
import type { HowPaid } from '@torniquete/contract/till/payment-fields.ts'
import type { KindSum, Tender } from '@torniquete/contract/till/tenders.ts'
import { splitRefund } from '@torniquete/contract/till/void-lines.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { kindsText, tendersByKind } from './kind-sums.ts'
import type { Paying, PayingState } from './paying.ts'
import { usePaying } from './use-paying.ts'

interface Refund {
  state: PayingState
  onChange: (paying: Paying) => void
  /** `Se devuelve como se pagó: Efectivo $ 15.00 · Tarjeta $ 10.00.` */
  text: string
  wrong: string | null
  /** Part of the void's body; undefined refunds by the original methods. */
  said: Pick<HowPaid, 'paid'> | undefined
}

/** Amounts paid by each method in their order, less earlier refunds. */
export const paidByKind = (tenders: readonly Tender[]): KindSum[] =>
  tendersByKind(tenders).flatMap(({ kind, amount }) => (Number(amount) > 0 ? [{ kind, amount }] : []))

/** Converts the sums to form state: the first method takes the rest. */
export function makePaying([first, ...others]: readonly KindSum[]): Paying {
  const parts = others.map(({ kind, amount }) => [kind?.id, amount] as const)
  return { kind: first?.kind?.id, ...(parts.length > 0 && { parts: Object.fromEntries(parts) }) }
}

/** Splits `refunded` among the methods like the server. */
function partOf(refunded: string, came: readonly KindSum[]): KindSum[] {
  const kinds = came.map(({ kind, amount }) => ({ kind, cents: sumToCents(amount) }))
  return splitRefund(sumToCents(refunded), kinds).map(({ kind, cents }) => ({ kind, amount: fromCents(cents) }))
}

/** Null if nothing is refunded, unknown or loading. `refunded`: a partial amount; null: all. */
export function useRefund(document: DocumentKind, id: number, refunded: string | null = null): Refund | null {
  const { data } = useEndpoint('tenders.read', { params: { document, id } })
  const paid = paidByKind(data ?? [])
  const came = refunded === null ? paid : partOf(refunded, paid)
  const [chosen, onChange] = useState<Paying | null>(null)
  const state = usePaying(addSums(came.map(({ amount }) => amount)), chosen ?? makePaying(came))
  if (came.length === 0) return null
  const kindOf = (id: number) => state.kinds.find((each) => each.id === id) ?? null
  const back = state.paid?.map(({ id_kind, amount }) => ({ kind: kindOf(id_kind), amount: String(amount) })) ?? []
  return {
    state,
    onChange,
    text: chosen ? `Se devuelve: ${kindsText(back)}.` : `Se devuelve como se pagó: ${kindsText(came)}.`,
    wrong: chosen && state.wrong,
    said: chosen ? { paid: state.paid } : undefined,
  }
}

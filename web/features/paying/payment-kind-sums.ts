import type { UseQueryResult } from '@tanstack/react-query'
import type { DocumentKind } from '@torniquete/contract/document-types.ts'
import { addAmounts, formatMoney } from '@torniquete/contract/shared/money.ts'
import {
  formatPaymentKind,
  type LabelledSum,
  listDebtSums,
  pendingPaymentLabel,
  unknownPaymentLabel,
} from '@torniquete/contract/till/payment-kind-labels.ts'
import type { PaymentKindFlow, PaymentKindSum, Tender } from '@torniquete/contract/till/tenders.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useIsPageIdle } from '../../kit/wait-until-page-idle.ts'

interface ListFilter {
  party_name?: string | undefined
  user_name?: string | undefined
  start_date: string
  end_date: string
}

/** Makes spaces non-breaking, so that lines break only between amounts. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

/** Shows amounts by method: `Efectivo $ 2,000.00 · Tarjeta $ 1,450.00`. */
export const formatPaymentKindSums = (sums: readonly PaymentKindSum[]): string =>
  sums
    .map(({ kind, amount, owed }) =>
      // Spaces within a method's name may break, because the name can be as long as a line.
      [kind?.name ?? unbroken(owed ? pendingPaymentLabel : unknownPaymentLabel), unbroken(formatMoney(amount))].join(
        '\u00a0',
      ),
    )
    .join(' · ')

export function usePaymentKindSumsText(
  document: DocumentKind,
  query: ListFilter,
): { text: string; query: UseQueryResult } {
  const read = useEndpoint(
    'tenders.of-list',
    { params: { document }, query },
    { enabled: useIsPageIdle(), standsIn: true },
  )
  return { text: formatPaymentKindSums(read.data ?? []), query: read }
}

export const listPaymentKindBalances = (flow: readonly PaymentKindFlow[]): LabelledSum[] =>
  flow.map((row) => ({ label: formatPaymentKind(row), value: row.balance }))

/** Debts made and collected in the period of `flow`, and the total still owed; empty if the gym has no debts. */
export function listDebtsWithTotal(flow: readonly PaymentKindFlow[]): LabelledSum[] {
  const pending = flow.find(({ debts }) => debts)
  return pending ? [...listDebtSums(flow), { label: pendingPaymentLabel, value: pending.balance }] : []
}

export const mergeTendersByKind = (tenders: readonly Tender[]): Tender[] => {
  const kinds = new Map<number, Tender[]>()
  for (const tender of tenders) kinds.set(tender.kind.id, [...(kinds.get(tender.kind.id) ?? []), tender])
  return [...kinds.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const all = [first, ...others]
    const given = addAmounts(all.map(({ amount, received }) => received ?? amount))
    // True if cash received and change are shown: not if a part of the payments was refunded.
    const isHanded = all.some((each) => each.received !== null) && all.every((each) => Number(each.amount) > 0)
    const received = isHanded ? given : null
    return [{ ...first, amount: addAmounts(all.map(({ amount }) => amount)), received }]
  })
}

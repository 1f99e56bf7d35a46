import type { UseQueryResult } from '@tanstack/react-query'
import type { DocumentKind } from '@torniquete/contract/document-types.ts'
import { addSums, showMoney } from '@torniquete/contract/shared/money.ts'
import {
  formatFlowLabel,
  type LabelledSum,
  listDebtSums,
  pendingKindLabel,
  unknownKindLabel,
} from '@torniquete/contract/till/tender-texts.ts'
import type { KindFlow, KindSum, Tender } from '@torniquete/contract/till/tenders.ts'
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
export const kindsText = (sums: readonly KindSum[]): string =>
  sums
    .map(({ kind, amount, owed }) =>
      // Spaces within a method's name may break, because the name can be as long as a line.
      [kind?.name ?? unbroken(owed ? pendingKindLabel : unknownKindLabel), unbroken(showMoney(amount))].join('\u00a0'),
    )
    .join(' · ')

export function useKindsText(document: DocumentKind, query: ListFilter): { text: string; query: UseQueryResult } {
  const read = useEndpoint(
    'tenders.of-list',
    { params: { document }, query },
    { enabled: useIsPageIdle(), standsIn: true },
  )
  return { text: kindsText(read.data ?? []), query: read }
}

export const flowLines = (flow: readonly KindFlow[]): LabelledSum[] =>
  flow.map((row) => ({ label: formatFlowLabel(row), value: row.balance }))

/** Debts made and collected in the period of `flow`, and the total still owed; empty if the gym has no debts. */
export function debtsWithTotal(flow: readonly KindFlow[]): LabelledSum[] {
  const pending = flow.find(({ debts }) => debts)
  return pending ? [...listDebtSums(flow), { label: pendingKindLabel, value: pending.balance }] : []
}

export const tendersByKind = (tenders: readonly Tender[]): Tender[] => {
  const kinds = new Map<number, Tender[]>()
  for (const tender of tenders) kinds.set(tender.kind.id, [...(kinds.get(tender.kind.id) ?? []), tender])
  return [...kinds.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const all = [first, ...others]
    const given = addSums(all.map(({ amount, received }) => received ?? amount))
    // True if cash received and change are shown: not if a part of the payments was refunded.
    const isHanded = all.some((each) => each.received !== null) && all.every((each) => Number(each.amount) > 0)
    const received = isHanded ? given : null
    return [{ ...first, amount: addSums(all.map(({ amount }) => amount)), received }]
  })
}

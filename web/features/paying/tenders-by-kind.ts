import { addSums } from '@torniquete/contract/money.ts'
import type { Tender } from '@torniquete/contract/tenders.ts'

/** One tender of each kind, in the order in which they were first paid. */
export const tendersByKind = (tenders: readonly Tender[]): Tender[] => {
  const kinds = new Map<number, Tender[]>()
  for (const tender of tenders) kinds.set(tender.kind.id, [...(kinds.get(tender.kind.id) ?? []), tender])
  return [...kinds.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const all = [first, ...others]
    const given = addSums(all.map(({ amount, received }) => received ?? amount))
    const received = all.some((each) => each.received !== null) ? given : null
    return [{ ...first, amount: addSums(all.map(({ amount }) => amount)), received }]
  })
}

import { addSums } from '@torniquete/contract/shared/money.ts'
import type { Tender } from '@torniquete/contract/till/tenders.ts'

/** One tender for each method, by first payment. */
export const tendersByKind = (tenders: readonly Tender[]): Tender[] => {
  const kinds = new Map<number, Tender[]>()
  for (const tender of tenders) kinds.set(tender.kind.id, [...(kinds.get(tender.kind.id) ?? []), tender])
  return [...kinds.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const all = [first, ...others]
    const given = addSums(all.map(({ amount, received }) => received ?? amount))
    // A refund of the whole includes its change.
    const isHanded = all.some((each) => each.received !== null) && all.every((each) => Number(each.amount) > 0)
    const received = isHanded ? given : null
    return [{ ...first, amount: addSums(all.map(({ amount }) => amount)), received }]
  })
}

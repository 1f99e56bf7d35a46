// What a client pays now, dealt out over what they owe: the oldest first, each kind of payment until it is used up.
import type { Debt } from '@torniquete/contract/debts.ts'
import type { HowPaid } from '@torniquete/contract/how-paid.ts'
import { fromCents, toCents } from '@torniquete/contract/money.ts'
import type { Collected } from './queries.ts'

const centsOf = (amount: string | null | undefined) => toCents(amount ?? '0') ?? 0

/** It comes to no more than is owed. */
export function allot(debts: readonly Pick<Debt, 'id' | 'owed'>[], paid: NonNullable<HowPaid['paid']>): Collected[] {
  const open = debts.map(({ id, owed }) => ({ id, left: centsOf(owed) }))
  return paid.flatMap(({ id_kind, amount, received }) => {
    let rest = centsOf(amount)
    const back = received == null ? null : centsOf(received) - rest
    return open.flatMap((debt) => {
      const taken = Math.min(rest, debt.left)
      if (taken === 0) return []
      rest -= taken
      debt.left -= taken
      // What came back stands beside the last of it.
      const handed = back !== null && rest === 0 ? fromCents(taken + back) : null
      return [{ id_debt: debt.id, id_kind, amount: fromCents(taken), received: handed }]
    })
  })
}

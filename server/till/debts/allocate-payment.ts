// Allocates a payment over a client's debts: the oldest first, each payment kind until it is used up.

import { fromCents, sumToCents } from '@torniquete/contract/shared/money.ts'
import type { Debt } from '@torniquete/contract/till/debts.ts'
import type { HowPaid } from '@torniquete/contract/till/payment-fields.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

/** The amount of one payment kind applied to one debt; `received` is set on the last entry of a kind. */
export interface CollectedPart {
  id_debt: number
  id_kind: number
  amount: string
  received: string | null
}

/** Callers make sure that the payment does not exceed the debts. */
export function allocatePayment(
  debts: readonly Pick<Debt, 'id' | 'owed'>[],
  paid: NonNullable<HowPaid['paid']>,
): CollectedPart[] {
  const open = debts.map(({ id, owed }) => ({ id, left: sumToCents(owed) }))
  return paid.flatMap(({ id_kind, amount, received }) => {
    let rest = sumToCents(amount)
    const back = received == null ? null : sumToCents(received) - rest
    return open.flatMap((debt) => {
      const taken = Math.min(rest, debt.left)
      if (taken === 0) return []
      rest -= taken
      debt.left -= taken
      // The change given belongs to the last entry of the kind.
      const handed = back !== null && rest === 0 ? fromCents(taken + back) : null
      return [{ id_debt: debt.id, id_kind, amount: fromCents(taken), received: handed }]
    })
  })
}

interface Collecting {
  gym: number
  /** Collection id. */
  collection: number
  shift: number | undefined
  now: Date
}

export const selectDefaultKind = async (tx: Transaction, gym: number): Promise<number> =>
  (await tx.one<{ id: number }>(sql`select id from payment_kinds where gym_id = ${gym} and is_default`)).id

/** A trigger reduces the debts and refuses more than is owed. */
export const insertCollected = (
  tx: Transaction,
  { gym, collection, shift, now }: Collecting,
  rows: readonly CollectedPart[],
): Promise<number> =>
  tx.run(sql`
    insert into tenders (gym_id, id_sale, id_payment, id_debt, id_collection, id_kind, kind_name, amount, received, created_at, id_user, id_shift)
    select d.gym_id, d.id_sale, d.id_payment, d.id, ${collection}::bigint, t.id_kind, coalesce(k.name, ''), t.amount, case when k.in_drawer then t.received end,
      ${now}, d.id_user, ${shift ?? null}::bigint
    from unnest(${rows.map(({ id_debt }) => id_debt)}::bigint[], ${rows.map(({ id_kind }) => id_kind)}::bigint[],
        ${rows.map(({ amount }) => amount)}::numeric[], ${rows.map(({ received }) => received)}::numeric[])
        with ordinality as t (id_debt, id_kind, amount, received, place)
      join debts d on d.gym_id = ${gym} and d.id = t.id_debt
      left join payment_kinds k on k.gym_id = d.gym_id and k.id = t.id_kind
    order by t.place`)

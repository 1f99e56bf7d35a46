// Several rows about one person, for example one for each payment: later rows add to the first.
import type { Addition } from './additions.ts'
import { cardForm } from './enrolled.ts'
import { asKnown } from './likeness.ts'
import { type FilledRow, type KnownClient, type NewRow, toSpan } from './rows.ts'

/** The client that an earlier row will create. */
export const asClient = (row: NewRow): KnownClient => ({
  ...row,
  ...asKnown(row),
  id: 0,
  version: 0,
  paid_until: null,
  aliases: [],
  former: [],
  paid: row.periods.map(toSpan),
})

/** A client after an earlier row completed them. */
export function asFilled(client: KnownClient, { fields, periods }: FilledRow): KnownClient {
  const { card_number } = fields
  const paid = [...client.paid, ...periods.map(toSpan)].sort((one, other) => (one.start < other.start ? -1 : 1))
  return { ...client, ...fields, ...(card_number && { card: cardForm(card_number) }), paid }
}

/** Periods that are over are dropped if a later one is paid. */
export function join(into: NewRow | FilledRow, { fields, periods }: Addition, today: string): void {
  Object.assign('into' in into ? into.fields : into, fields)
  if (periods.length === 0) return
  const running = into.periods.filter((period) => toSpan(period).end > today)
  into.periods = [...running, ...periods].sort((one, other) => (one.start_date < other.start_date ? -1 : 1))
}

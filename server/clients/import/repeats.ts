// Somebody who stands in a file in several rows, as where each is a payment: what the later ones say more is theirs too.
import { addDays } from '@torniquete/contract/dates.ts'
import { daysThrough } from '../../file-import/cells.ts'
import type { Addition } from './additions.ts'
import { cardForm } from './enrolled.ts'
import { asKnown } from './likeness.ts'
import type { FilledRow, KnownClient, NewRow, Period } from './rows.ts'

const endOf = ({ start_date, duration_days }: Period): string => addDays(start_date, duration_days)

/** The client that a row further up will be. */
export const asClient = (row: NewRow): KnownClient => ({
  ...row,
  ...asKnown(row),
  id: 0,
  version: 0,
  paid_until: row.period && endOf(row.period),
  aliases: [],
  former: [],
  periods: [],
})

/** A client as a row further up completes them. */
export function asFilled(client: KnownClient, { fields, period }: FilledRow): KnownClient {
  const { card_number } = fields
  const filled = { ...client, ...fields, ...(card_number && { card: cardForm(card_number) }) }
  if (!period) return filled
  const paid_until = client.paid_until && client.paid_until > endOf(period) ? client.paid_until : endOf(period)
  return { ...filled, paid_until, periods: [] }
}

/**
 * Both as one, for a row has one; null where days that nobody paid lie between what holds today and the later one. What was over
 * before today is no loss.
 */
function joined(earlier: Period | null, later: Period, today: string): Period | null {
  if (!earlier || endOf(earlier) <= today) return later
  if (endOf(earlier) < later.start_date) return null
  const { start_date } = earlier
  return { ...later, start_date, duration_days: daysThrough(start_date, addDays(endOf(later), -1)) }
}

/** What a row adds to the one further up. `apart`: the days that cannot be joined, as they are told. */
export function joinable(
  addition: Addition,
  into: Pick<NewRow, 'period'>,
  today: string,
): Addition & { apart: string | null } {
  const { period, adds } = addition
  if (!period || joined(into.period, period, today)) return { ...addition, apart: null }
  return { ...addition, period: null, adds: adds.slice(0, -1), apart: adds.at(-1) ?? null }
}

/** To be asked for what is joinable. */
export function join(into: NewRow | FilledRow, { fields, period }: Addition, today: string): void {
  Object.assign('into' in into ? into.fields : into, fields)
  if (period) into.period = joined(into.period, period, today)
}

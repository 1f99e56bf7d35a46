// How rows of the outbox come to be.
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import type { Route } from './render.ts'

interface NewRow extends Route {
  kind: string
  id_client: number | null
  id_membership_payment: number | null
  rule_day: string
  last_day: string | null
  text: string
  until: Date
  next_attempt_at: Date | null
  /** Why it waits, where nothing will send it. */
  reason?: string | null
  /** Pending where nothing is said. */
  state?: 'failed'
}

/** Of what may have gone out after the copy that the gym goes on from: a person knows, or asks. */
export const maybeSent = 'Se restauró una copia: puede que ya haya salido. Si no, avísale tú.'

/** What was due before the gym was put back to a copy is written, and left to a person. */
export const asFailed = (row: NewRow): NewRow => ({
  ...row,
  state: 'failed',
  reason: maybeSent,
  next_attempt_at: null,
})

export const rowOf = (row: Omit<NewRow, keyof Route | 'next_attempt_at'>, route: Route, first: Date): NewRow => ({
  ...row,
  ...route,
  next_attempt_at: route.channel && first,
})

/** By what the rows of a kind are one each, where it is not their client's payment. */
const uniqueOf: Record<string, Statement> = {
  daily_report: sql`(gym_id, rule_day) where kind = 'daily_report'`,
  report_mail: sql`(gym_id, rule_day, recipient) where kind = 'report_mail'`,
}

/** All of one kind where they are reports. A row that was cancelled and is due after all is the same message again: it never went out. */
export async function insertRows(tx: Transaction, gym: number, rows: readonly NewRow[], now: Date): Promise<number> {
  if (rows.length === 0) return 0
  const unique = uniqueOf[rows[0]?.kind ?? ''] ?? sql`(gym_id, id_client, id_membership_payment, rule_day, kind)`
  return tx.run(sql`
    insert into outbox as o (gym_id, kind, id_client, id_membership_payment, rule_day, last_day, state_at, channel, recipient, text,
                             created_at, until, next_attempt_at, reason, state)
    select ${gym}, kind, id_client, id_membership_payment, rule_day, last_day, ${now}, channel, recipient, text, ${now}, until, next_attempt_at, reason, coalesce(state, 'pending')
    from json_to_recordset(${JSON.stringify(rows)}) as x(kind text, id_client bigint, id_membership_payment bigint, rule_day date,
      last_day date, channel text, recipient text, text text, until timestamptz, next_attempt_at timestamptz, reason text, state text)
    order by id_client, rule_day
    on conflict ${unique} do update set state = excluded.state, state_at = excluded.state_at, channel = excluded.channel,
      recipient = excluded.recipient, text = excluded.text, reason = excluded.reason, until = excluded.until, next_attempt_at = excluded.next_attempt_at
      where o.state = 'cancelled' and o.handed_at is null`)
}

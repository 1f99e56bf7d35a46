import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import type { MessageRoute } from './render-messages.ts'

interface NewRow extends MessageRoute {
  kind: string
  id_client: number | null
  id_membership_payment: number | null
  rule_day: string
  last_day: string | null
  text: string
  until: Date
  next_attempt_at: Date | null
  reason?: string | null
  state?: 'failed'
}

/** Failure reason after a restore for messages that may have been sent after the archive was made. */
export const maybeSentReason = 'Se restauró una copia: puede que ya haya salido. Si no, avísale tú.'

export const toMaybeSentOutboxRow = (row: NewRow): NewRow => ({
  ...row,
  state: 'failed',
  reason: maybeSentReason,
  next_attempt_at: null,
})

export const makeOutboxRow = (
  row: Omit<NewRow, keyof MessageRoute | 'next_attempt_at'>,
  route: MessageRoute,
  first: Date,
): NewRow => ({
  ...row,
  ...route,
  next_attempt_at: route.channel && first,
})

const uniqueColumns: Record<string, Statement> = {
  daily_report: sql`(gym_id, rule_day) where kind = 'daily_report'`,
  report_mail: sql`(gym_id, rule_day, recipient) where kind = 'report_mail'`,
}

/** Inserts messages; reports in it must be of one kind. A cancelled row never sent is reused if it is due again. */
export async function insertOutboxRows(
  tx: Transaction,
  gym: number,
  rows: readonly NewRow[],
  now: Date,
): Promise<number> {
  if (rows.length === 0) return 0
  const unique = uniqueColumns[rows[0]?.kind ?? ''] ?? sql`(gym_id, id_client, id_membership_payment, rule_day, kind)`
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

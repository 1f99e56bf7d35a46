// Applies delivery reports to the outbox; repeated reports, or reports out of order, lead to the same state.
import { parseStoredId } from '@torniquete/contract/shared/schemas.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import type { DeliveryReport } from '../messengers/whatsapp-webhook.ts'

/** Format of keys made by formatMessageKey(). */
const ourKey = /^(\d{1,9})-(\d+)(?:-([0-9a-z]{1,9}))?$/

export async function recordDeliveryStatus(database: Database, status: DeliveryReport): Promise<void> {
  const [, gym, row = '', stamp] = ourKey.exec(status.key ?? '') ?? []
  const id = parseStoredId(row)
  if (gym === undefined || id === null) return
  const made = stamp === undefined ? null : Number.parseInt(stamp, 36)
  await database.write({ gym: Number(gym), user: null, allowedOnFullDisk: true }, (tx) =>
    tx.run(sql`update outbox set ${setState(status)}, handed_at = null, next_attempt_at = null
      where gym_id = ${Number(gym)} and id = ${id} and ${isNews(status)}
        and (${made}::bigint is null or floor(extract(epoch from created_at) * 1000) = ${made})`),
  )
}

function setState({ status, at, providerId, reason }: DeliveryReport): Statement {
  // Meta's timestamps are whole seconds, so the report may seem older than the sending.
  const when = sql`state_at = greatest(${at}::timestamptz, coalesce(sent_at, created_at)), provider_id = coalesce(provider_id, ${providerId})`
  if (status === 'failed') return sql`state = 'failed', reason = ${reason}, ${when}`
  const state = status === 'sent' ? 'sent' : 'delivered'
  return sql`state = ${state}, reason = null, channel = 'whatsapp', sent_at = coalesce(sent_at, greatest(${at}::timestamptz, created_at)), ${when}`
}

/** Condition under which a report changes a row: it may revive a failed row, but never changes a delivered one. */
function isNews({ status, providerId }: DeliveryReport): Statement {
  switch (status) {
    case 'sent':
      return sql`(state in ('pending', 'cancelled') or (state = 'failed' and provider_id is null))`
    case 'failed':
      // If two messages were sent with one key, only reports about the message whose id is stored count.
      return sql`state in ('pending', 'sent') and coalesce(provider_id, ${providerId}) = ${providerId}`
    default:
      return sql`state <> 'delivered'`
  }
}

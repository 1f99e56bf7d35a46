// What a channel tells later of what it took: that it arrived, or did not. Told twice or out of order it ends the same.
import { idInText } from '@torniquete/contract/shapes.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import type { DeliveryStatus } from '../messengers/whatsapp-webhook.ts'

/** keyOf() of the outbox's row; without its instant, as the version before gave it. */
const ourKey = /^(\d{1,9})-(\d+)(?:-([0-9a-z]{1,9}))?$/

export async function recordStatus(database: Database, status: DeliveryStatus): Promise<void> {
  const [, gym, row = '', stamp] = ourKey.exec(status.key ?? '') ?? []
  const id = idInText(row)
  if (gym === undefined || id === null) return
  const made = stamp === undefined ? null : Number.parseInt(stamp, 36)
  await database.write({ gym: Number(gym), user: null, evenFull: true }, (tx) =>
    tx.run(sql`update outbox set ${become(status)}, handed_at = null, next_attempt_at = null
      where gym_id = ${Number(gym)} and id = ${id} and ${isNews(status)}
        and (${made}::bigint is null or floor(extract(epoch from created_at) * 1000) = ${made})`),
  )
}

function become({ status, at, providerId, reason }: DeliveryStatus): Statement {
  // Meta's clock has no fractions of a second.
  const when = sql`state_at = greatest(${at}::timestamptz, coalesce(sent_at, created_at)), provider_id = coalesce(provider_id, ${providerId})`
  if (status === 'failed') return sql`state = 'failed', reason = ${reason}, ${when}`
  const state = status === 'sent' ? 'sent' : 'delivered'
  return sql`state = ${state}, reason = null, channel = 'whatsapp', sent_at = coalesce(sent_at, greatest(${at}::timestamptz, created_at)), ${when}`
}

/** A row that we gave up without knowing of its arrival learns of it here; what arrived stays so. */
function isNews({ status, providerId }: DeliveryStatus): Statement {
  switch (status) {
    case 'sent':
      return sql`(state in ('pending', 'cancelled') or (state = 'failed' and provider_id is null))`
    case 'failed':
      // Of two that went out under one key, the one that we know of counts.
      return sql`state in ('pending', 'sent') and coalesce(provider_id, ${providerId}) = ${providerId}`
    default:
      return sql`state <> 'delivered'`
  }
}

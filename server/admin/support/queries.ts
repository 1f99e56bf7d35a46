import type { SupportRequest } from '@torniquete/contract/admin/support.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Messenger } from '../../messaging/messengers/messenger.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Services } from '../../services.ts'

export interface StoredSupportRequest extends Omit<SupportRequest, 'state'> {
  failed: boolean
}
export const supportRequestColumns = sql`id, created_at, sent_at is not null as sent, failed_at is not null as failed`

export const canForwardSupportRequests = async (
  services: Pick<Services, 'config' | 'channels'>,
  gym: number,
): Promise<boolean> => Boolean(services.config.SUPPORT_EMAIL && (await findSupportMailMessenger(services, gym)))

/** Mail channel of the installation, since the gym may need help with its own; otherwise the gym's channel. */
export const findSupportMailMessenger = async (
  { channels }: Pick<Services, 'channels'>,
  gym: number,
): Promise<Messenger | null> => {
  const { email, unreadable = [] } = await channels.of(0)
  // If the installation's channel cannot be decrypted, it must be entered again; the gym's does not replace it.
  return email ?? (unreadable.includes('email') ? null : (await channels.of(gym)).email)
}

export interface DueSupportRequest {
  id: number
  from_name: string
  email: string
  message: string
  gym: string | null
  user_role: string | null
  created_at: string
  attempts: number
}

/** Takes the first due request and hides it from other servers until `again`. Null if no request is due and free. */
export const claimSupportRequest = (
  tx: Transaction,
  gym: number,
  now: Date,
  again: Date,
): Promise<DueSupportRequest | null> =>
  tx.maybe(sql`
    update support_requests set attempts = attempts + 1, next_attempt_at = ${again}
    where gym_id = ${gym} and id = (
      select id from support_requests
      where gym_id = ${gym} and sent_at is null and failed_at is null and (next_attempt_at is null or next_attempt_at <= ${now})
      order by next_attempt_at nulls first, id limit 1 for update skip locked)
    returning id, from_name, email, message, gym, user_role, created_at, attempts`)

export const recordForwardingOutcome = (
  tx: Transaction,
  gym: number,
  id: number,
  outcome: { sent_at?: Date; failed_at?: Date; last_error: string | null; next_attempt_at: Date | null },
): Promise<number> =>
  tx.run(sql`
    update support_requests set sent_at = ${outcome.sent_at ?? null}, failed_at = ${outcome.failed_at ?? null},
      last_error = ${outcome.last_error}, next_attempt_at = ${outcome.next_attempt_at}
    where gym_id = ${gym} and id = ${id}`)

/** Maximum number of requests by one user in an hour, since a person reads each mail. */
const maxRequestsPerHour = 20

/** Refuses requests beyond the quota. A lock lets a gym's requests run one at a time, so that none exceeds it. */
export async function requireSupportQuota(tx: Transaction, gym: number, user: number, now: Date): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7212, ${gym}::integer)`)
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from support_requests
    where gym_id = ${gym} and id_user = ${user} and created_at > ${now}::timestamptz - interval '1 hour'`)
  if (count >= maxRequestsPerHour) throwError('support.too-many', { seconds: 3600 })
}

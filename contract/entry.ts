// Who the door lets in, as far as a client's record tells. The terminals follow the same rule.
import type { Client } from './clients.ts'
import { lastValidDay } from './dates.ts'

export type Entry =
  /** `until`: the last valid day. */
  | { allowed: true; until: string }
  | { allowed: false; reason: 'inactive' | 'no-membership' | 'no-number' }
  /** `day`: the last valid one that has passed, or the first that is still to come. */
  | { allowed: false; reason: 'expired' | 'not-begun'; day: string }

/** Whether a client may enter on a day (`YYYY-MM-DD`) of the gym, and if not, why. */
export function mayEnter(client: Pick<Client, 'is_active' | 'id_zkteco' | 'membership'>, today: string): Entry {
  const { membership } = client
  if (!client.is_active) return { allowed: false, reason: 'inactive' }
  if (!membership) return { allowed: false, reason: 'no-membership' }
  const { start_date, expire_membership } = membership
  if (start_date > today) return { allowed: false, reason: 'not-begun', day: start_date }
  if (expire_membership <= today) return { allowed: false, reason: 'expired', day: lastValidDay(expire_membership) }
  if (client.id_zkteco === null) return { allowed: false, reason: 'no-number' }
  return { allowed: true, until: lastValidDay(expire_membership) }
}

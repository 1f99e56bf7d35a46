// Decides if a client may enter; the records sent to terminals follow the same rule.
import type { Client } from '../members/clients.ts'
import { getLastMembershipDay } from '../shared/dates.ts'
import type { PinBlockState } from './door.ts'

export type EntryDecision =
  /** `until` is the last valid day. */
  | { allowed: true; until: string }
  | { allowed: false; reason: 'inactive' | 'blocked' | 'removed' | 'no-membership' | 'no-number' }
  /** `day` is the last valid day for `expired`, and the first valid day for `not-begun`. */
  | { allowed: false; reason: 'expired' | 'not-begun'; day: string }

interface Entrant extends Pick<Client, 'is_active' | 'id_zkteco' | 'membership' | 'paid_until'> {
  /** Manual decisions (blocked, removed), if known. */
  door?: Pick<PinBlockState, 'blocked' | 'removed'> | undefined
}

/** Decides if a client may enter on a day of the gym's calendar (`YYYY-MM-DD`), and if not, for which reason. */
export function decideEntry({ membership, paid_until: until, ...client }: Entrant, today: string): EntryDecision {
  if (!client.is_active) return { allowed: false, reason: 'inactive' }
  if (client.door?.removed) return { allowed: false, reason: 'removed' }
  if (client.door?.blocked) return { allowed: false, reason: 'blocked' }
  if (!membership) return { allowed: false, reason: 'no-membership' }
  const { start_date, expire_membership } = membership
  if (start_date > today) return { allowed: false, reason: 'not-begun', day: start_date }
  if (expire_membership <= today)
    return { allowed: false, reason: 'expired', day: getLastMembershipDay(expire_membership) }
  // A visit pack counted by passes ends on the day of its last pass.
  if (until !== null && until <= today) return { allowed: false, reason: 'expired', day: getLastMembershipDay(until) }
  if (client.id_zkteco === null) return { allowed: false, reason: 'no-number' }
  return { allowed: true, until: getLastMembershipDay(expire_membership) }
}

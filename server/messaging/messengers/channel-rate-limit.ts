// Rate limit of a channel, shared by all servers of an installation: before sending, a server reserves a time slot in
// the database.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../platform/db/database.ts'
import type { Messenger } from './messenger.ts'

/** A channel counts as paused if the next message would have to wait longer than this, in milliseconds. */
const maxWaitMs = 20_000

/**
 * Reserves `count` messages and returns the milliseconds until their time; reserves none if that exceeds `patience`.
 */
export async function reserveSendSlots(
  { platform }: Pick<Database, 'platform'>,
  { turns, perSecond }: Pick<Messenger, 'turns' | 'perSecond'>,
  count: number,
  patience = maxWaitMs,
): Promise<number> {
  const { rows } = await platform.query<{ kept: boolean; wait: number }>(
    `with kept as (
       insert into channel_turns as t (channel, next_at) values ($1, clock_timestamp() + make_interval(secs => $2))
       on conflict (channel) do update
         set next_at = greatest(t.next_at, clock_timestamp()) + make_interval(secs => $2)
         where t.next_at <= clock_timestamp() + make_interval(secs => $3)
       returning next_at - make_interval(secs => $2) as at)
     select kept, extract(epoch from at - clock_timestamp())::float8 * 1000 as wait from (
       select true as kept, at from kept
       union all select false, next_at from channel_turns where channel = $1 and not exists (select from kept)) turn`,
    [turns, count / perSecond, patience / 1000],
  )
  const { kept, wait } = rows[0] ?? { kept: true, wait: 0 }
  // Without a reservation the result must exceed `patience`, even if the pause has ended in the meantime.
  return Math.max(kept ? 0 : patience + 1, wait)
}

/**
 * Waits for a time slot, then resolves to 0. If the channel is paused, resolves at once to the milliseconds left.
 * Rejects on abort.
 */
export async function waitForSendSlot(
  database: Pick<Database, 'platform'>,
  messenger: Pick<Messenger, 'turns' | 'perSecond'>,
  count: number,
  signal: AbortSignal,
): Promise<number> {
  const wait = await reserveSendSlots(database, messenger, count)
  if (wait > maxWaitMs) return wait
  if (wait > 0) await pause(wait, undefined, { signal })
  return 0
}

export async function pauseChannel({ platform }: Pick<Database, 'platform'>, turns: string, ms: number): Promise<void> {
  await platform.query(
    `insert into channel_turns as t (channel, next_at) values ($1, clock_timestamp() + make_interval(secs => $2))
     on conflict (channel) do update set next_at = greatest(t.next_at, excluded.next_at)`,
    [turns, ms / 1000],
  )
}

/** Ends a pause, so that the next message tries settings that may have been corrected. */
export async function resumeChannel({ platform }: Pick<Database, 'platform'>, turns: string): Promise<void> {
  await platform.query(
    `update channel_turns set next_at = clock_timestamp()
     where channel = $1 and next_at > clock_timestamp() + make_interval(secs => $2)`,
    [turns, maxWaitMs / 1000],
  )
}

// One rate for all servers of an installation: whoever sends asks first when it may.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Messenger } from './messenger.ts'

/** Milliseconds until `count` messages may go out; whoever asks next waits for these too. */
export async function reserveSending(
  { platform }: Pick<Database, 'platform'>,
  { channel, perSecond }: Pick<Messenger, 'channel' | 'perSecond'>,
  count: number,
): Promise<number> {
  const { rows } = await platform.query<{ wait: number }>(
    `insert into channel_turns as t (channel, next_at) values ($1, clock_timestamp() + make_interval(secs => $2))
     on conflict (channel) do update set next_at = greatest(t.next_at, clock_timestamp()) + make_interval(secs => $2)
     returning extract(epoch from t.next_at - clock_timestamp())::float8 * 1000 as wait`,
    [channel, count / perSecond],
  )
  return Math.max(0, (rows[0]?.wait ?? 0) - (count / perSecond) * 1000)
}

/** Rejects where it is broken off: nothing went out, and the jobs are somebody else's. */
export async function waitForTurn(
  database: Pick<Database, 'platform'>,
  messenger: Messenger,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  const wait = await reserveSending(database, messenger, count)
  if (wait > 0) await pause(wait, undefined, { signal })
}

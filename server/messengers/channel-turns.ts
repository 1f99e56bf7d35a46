// One rate for all servers of an installation: whoever sends asks first when it may.
import { setTimeout as pause } from 'node:timers/promises'
import type { Channel } from '@torniquete/contract/outbox.ts'
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

/** Milliseconds that a job may be in hand before its message goes out: after a minute it is taken for lost. */
const longest = 20_000

/**
 * Waits until `count` messages may go out, and answers 0. Where the channel rests for longer than a job may be in hand it
 * answers at once, for how many milliseconds. Rejects where it is broken off: nothing went out, and the jobs are somebody
 * else's.
 */
export async function waitForTurn(
  database: Pick<Database, 'platform'>,
  messenger: Messenger,
  count: number,
  signal: AbortSignal,
): Promise<number> {
  const wait = await reserveSending(database, messenger, count)
  if (wait > longest) return wait
  if (wait > 0) await pause(wait, undefined, { signal })
  return 0
}

/** Nothing goes out on the channel for so many milliseconds, whichever server would send it. */
export async function restFor(
  { platform }: Pick<Database, 'platform'>,
  channel: Channel,
  milliseconds: number,
): Promise<void> {
  await platform.query(
    `insert into channel_turns as t (channel, next_at) values ($1, clock_timestamp() + make_interval(secs => $2))
     on conflict (channel) do update set next_at = greatest(t.next_at, excluded.next_at)`,
    [channel, milliseconds / 1000],
  )
}

/** Ends a rest: what a channel refused may be mended since, and the next message shows. */
export async function endRest({ platform }: Pick<Database, 'platform'>, channel: Channel): Promise<void> {
  await platform.query(
    `update channel_turns set next_at = clock_timestamp()
     where channel = $1 and next_at > clock_timestamp() + make_interval(secs => $2)`,
    [channel, longest / 1000],
  )
}

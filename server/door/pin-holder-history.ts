// Since when a terminal knows a number as its holder's (terminal_acquaintances): what it tells of a time before is nobody's.
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'

/** Seconds by which a terminal's clock may be off for its times to be used. */
export const passClockToleranceSeconds = 600

/** Seconds by which a pass may seem older than the record by which it is somebody's; of a clock that was never measured as much as it may be off. */
const acquaintedWithin = sql`make_interval(secs => case when d.clock_offset is null then ${passClockToleranceSeconds}::integer else 60 + abs(d.clock_offset::bigint) end)`

/**
 * SQL condition: terminal `d` knew PIN `p` as its present holder's (`a`) at the time of pass `s`. Earlier passes
 * belong to somebody else.
 */
export const wasPinKnownAtPass = sql`coalesce(a.holder = coalesce('c' || p.id_client, 'u' || p.id_user) and a.since <= s.check_in + ${acquaintedWithin}, false)`

/**
 * SQL condition: pass `s` was made after an admin had terminal `d` (state `t`) filled without a census. From then on
 * its PINs are the gym's.
 */
export const isPassAfterSkippedCensus = sql`coalesce(t.census_skipped and coalesce(t.census_ended, t.census_begun) <= s.check_in + ${acquaintedWithin}, false)`

/** A person says that an unread terminal knows everybody by the gym's numbers: what it tells of a time before is theirs as well. */
export const acceptAllPinHolders = (tx: Transaction, { gym, id }: { gym: number; id: number }): Promise<number> =>
  tx.run(sql`
    insert into terminal_acquaintances (gym_id, id_device, pin, holder, since)
    select p.gym_id, ${id}::bigint, p.id, coalesce('c' || p.id_client, 'u' || p.id_user), '-infinity'
    from pins p where p.gym_id = ${gym} and not p.typed
    on conflict (gym_id, id_device, pin) do update set holder = excluded.holder, since = excluded.since`)

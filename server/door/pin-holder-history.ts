// Finds passes made before a terminal had the current holder of a PIN. Such passes are not assigned to the holder.
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'

/** Largest clock offset in seconds with which a terminal's times are used. */
export const passClockToleranceSeconds = 600

/** Interval by which a pass may seem older than the record of its holder, since the clocks differ. */
const acquaintedWithin = sql`make_interval(secs => case when d.clock_offset is null then ${passClockToleranceSeconds}::integer else 60 + abs(d.clock_offset::bigint) end)`

/** SQL condition: terminal `d` had PIN `p` for its current holder (`a`) at pass `s`; earlier passes are of others. */
export const wasPinKnownAtPassSql = sql`coalesce(a.holder = coalesce('c' || p.id_client, 'u' || p.id_user) and a.since <= s.check_in + ${acquaintedWithin}, false)`

/** SQL condition: pass `s` was made after an admin skipped the census of terminal `d` (state `t`). */
export const isPassAfterSkippedCensusSql = sql`coalesce(t.census_skipped and coalesce(t.census_ended, t.census_begun) <= s.check_in + ${acquaintedWithin}, false)`

/** Stores an admin's confirmation that the terminal's users have always been the gym's holders of the same PINs. */
export const markPinHoldersAlwaysKnown = (tx: Transaction, { gym, id }: { gym: number; id: number }): Promise<number> =>
  tx.run(sql`
    insert into terminal_acquaintances (gym_id, id_device, pin, holder, since)
    select p.gym_id, ${id}::bigint, p.id, coalesce('c' || p.id_client, 'u' || p.id_user), '-infinity'
    from pins p where p.gym_id = ${gym} and not p.typed
    on conflict (gym_id, id_device, pin) do update set holder = excluded.holder, since = excluded.since`)

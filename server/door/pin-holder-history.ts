// Passes from before a terminal knew the present holder of a PIN are not assigned to the holder.
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'

/** Largest clock offset in seconds with which a terminal's times are used. */
export const passClockToleranceSeconds = 600

/** Seconds by which a pass may seem older than the record of its holder. */
const acquaintedWithin = sql`make_interval(secs => case when d.clock_offset is null then ${passClockToleranceSeconds}::integer else 60 + abs(d.clock_offset::bigint) end)`

/** Terminal `d` knew PIN `p` with its present holder (`a`); passes `s` from before that belong to someone else. */
export const wasPinKnownAtPass = sql`coalesce(a.holder = coalesce('c' || p.id_client, 'u' || p.id_user) and a.since <= s.check_in + ${acquaintedWithin}, false)`

/** An admin had terminal `d` (state `t`) filled without a census before pass `s`, so its PINs are the gym's. */
export const isPassAfterSkippedCensus = sql`coalesce(t.census_skipped and coalesce(t.census_ended, t.census_begun) <= s.check_in + ${acquaintedWithin}, false)`

/** An admin confirmed that the terminal's users are the gym's holders of the same PINs, at any time. */
export const acceptAllPinHolders = (tx: Transaction, { gym, id }: { gym: number; id: number }): Promise<number> =>
  tx.run(sql`
    insert into terminal_acquaintances (gym_id, id_device, pin, holder, since)
    select p.gym_id, ${id}::bigint, p.id, coalesce('c' || p.id_client, 'u' || p.id_user), '-infinity'
    from pins p where p.gym_id = ${gym} and not p.typed
    on conflict (gym_id, id_device, pin) do update set holder = excluded.holder, since = excluded.since`)

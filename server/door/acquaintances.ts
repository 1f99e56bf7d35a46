// Since when a terminal knows a number as a client's (terminal_acquaintances): what it tells of a time before is nobody's.
import { sql } from '../db/sql.ts'

/** Seconds by which a terminal's clock may be off for its times to be used. */
export const clockTolerance = 600

/** Seconds by which a pass may seem older than the record by which it is somebody's; of a clock that was never measured as much as it may be off. */
const acquaintedWithin = sql`make_interval(secs => case when d.clock_offset is null then ${clockTolerance}::integer else 60 + abs(d.clock_offset) end)`

/** Whether terminal `d` knew number `p` as that client's (`a`) at the time of pass `s`; it told others of the gym of somebody else. */
export const isKnownThen = sql`coalesce(a.holder = 'c' || p.id_client and a.since <= s.check_in + ${acquaintedWithin}, false)`

import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { enteredPassesWithClause, lockAgainstPassRecording, lockClientsWithVisitCounts } from './record-passes.ts'

/** Passes older than this number of days stay unassigned. */
const days = 90

/**
 * Turns stored passes of these PINs into attendances with their original time and without notifications. Skips passes
 * made before the PIN was last freed. `device` limits the passes to one terminal. Returns the number of visits.
 */
export async function convertPassesToAttendances(
  { tx, gym, zone, now }: { tx: Transaction; gym: number; zone: string; now: Date },
  pins: readonly number[],
  device: number | null = null,
): Promise<number> {
  if (pins.length === 0) return 0
  // Each PIN is passed as number and as text: under row-level security a join with a cast cannot use the index.
  const told = sql`
    select d.sn, d.pin, d.door, n.number, d.device_time, d.raw, d.arrived_at as arrived, d.clock_wrong as clock_off, false as is_exit,
      -- passes of a wrong clock cannot be grouped into visits afterwards
      true as scattered
    from unnest(${pins}::integer[], ${pins.map(String)}::text[]) as n (number, pin)
      cross join devices t
      join door_records d on d.gym_id = t.gym_id and d.sn = t.sn and d.pin = n.pin and d.reason = 'unknown'
    where t.gym_id = ${gym} and (${device}::bigint is null or t.id = ${device})`
  const theirs = sql`s.check_in > ${now}::timestamptz - make_interval(days => ${days})
    and s.check_in > coalesce((select f.freed_at from freed_pins f where f.gym_id = ${gym} and f.pin = s.number), '-infinity')`
  await lockClientsWithVisitCounts(tx, gym, pins)
  await lockAgainstPassRecording(tx, gym)
  const { visits } = await tx.one<{ visits: number }>(sql`
    with ${enteredPassesWithClause({ gym, zone, now }, told, theirs)}, per as (
      select id_client, count(*)::integer as visits from entered where begins group by id_client
    ), recorded as (
      insert into history (gym_id, id_user, entity, entity_id, action, changes)
      select ${gym}, nullif(current_setting('app.user_id', true), '')::bigint, 'clients', id_client, 'update',
        jsonb_build_object('past_visits', jsonb_build_array(null, visits))
      from per order by id_client
    )
    select coalesce(sum(visits), 0)::integer as visits from per`)
  return visits
}

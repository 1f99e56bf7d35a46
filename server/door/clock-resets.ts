// Detects a clock that a power cut reset to a plausible past year. Passes that are months older than the passes sent
// before the restart get their arrival time, unless the terminal uploads its complete log again.
import { notificationTitles } from '@torniquete/contract/reports/notifications.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { earliestValidDate, maxClockAheadSeconds, type Pass, type PassContext } from './record-passes.ts'

/** After a restart, passes older by more days than this show a reset. Fewer days may be a backlog of stored passes. */
const restartedAfterDays = 90
/** An upload whose passes span more days than this is a stored log, not a sign of a reset. */
const spanAtMostDays = 3
const aDay = 86_400_000

const timeOf = (pass: Pass | undefined): number => Date.parse(`${pass?.time.replace(' ', 'T')}Z`)

/** Stores the newest pass time. Returns whether the clock was reset, and notifies of a reset once an hour. */
export async function detectClockReset(
  tx: Transaction,
  { gym, id, sn, name, zone, now }: PassContext & { name: string },
  passes: readonly Pass[],
): Promise<boolean> {
  const sorted = passes
    .filter(({ time }) => time >= earliestValidDate)
    .sort((one, other) => timeOf(one) - timeOf(other))
  const [oldest, newest] = [sorted[0], sorted.at(-1)]
  if (!oldest || !newest) return false
  await tx.run(sql`
    insert into terminal_states as s (gym_id, id_device, newest_pass)
    select ${gym}, ${id}, t.at from (select ${newest.time}::timestamp as at) t
    where t.at at time zone ${zone} <= ${now}::timestamptz + make_interval(secs => ${maxClockAheadSeconds})
    on conflict (gym_id, id_device) do update set newest_pass = excluded.newest_pass
    where s.newest_pass is null or s.newest_pass < excluded.newest_pass - interval '1 day'`)
  if (timeOf(newest) - timeOf(oldest) > spanAtMostDays * aDay) return false
  const restarted = await tx.maybe(sql`
    select from terminal_states s
    where s.gym_id = ${gym} and s.id_device = ${id}
      and ${newest.time}::timestamp < s.newest_before_start - make_interval(days => ${restartedAfterDays})
      and not exists (
        select from unnest(${passes.map(({ pin }) => pin)}::text[], ${passes.map(({ time }) => time)}::timestamp[]) as p (pin, at)
        where exists (select from attendances a where a.gym_id = ${gym} and a.sn = ${sn} and a.pin::text = p.pin and a.device_time = p.at and not a.clock_wrong)
          or exists (select from door_records r where r.gym_id = ${gym} and r.sn = ${sn} and r.pin = p.pin and r.device_time = p.at and not r.clock_wrong))`)
  if (!restarted) return false
  const message = `${name}: su reloj volvió a ${newest.time.slice(0, 4)}, quizá tras un corte de luz. Los pasos que envía se anotan a la hora en que llegan.`
  await tx.run(sql`
    insert into notifications (gym_id, title, message, created_at)
    select ${gym}, ${notificationTitles.access}, ${message}, ${now}
    where not exists (
      select from notifications n where n.gym_id = ${gym} and n.message = ${message} and n.created_at > ${now}::timestamptz - interval '1 hour')`)
  return true
}

import { formatWeek, maxSchedules, type Schedule, type Week } from '@torniquete/contract/door/schedules.ts'
import { fail } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { orderByName } from '../../platform/db/name-search.ts'
import { sql } from '../../platform/db/sql.ts'

const schedule = sql`select id, name, week, shown from schedules`

export const listSchedules = (tx: Transaction, gym: number): Promise<Schedule[]> =>
  tx.many(sql`${schedule} where gym_id = ${gym} order by ${orderByName(sql`name`)}, id`)

export const readSchedule = (tx: Transaction, gym: number, id: number): Promise<Schedule | null> =>
  tx.maybe(sql`${schedule} where gym_id = ${gym} and id = ${id}`)

/** Uses the lowest time zone number that is free on terminals; null if none is. */
export async function insertSchedule(
  tx: Transaction,
  gym: number,
  { name, week }: Pick<Schedule, 'name' | 'week'>,
  now: Date,
): Promise<number | null> {
  // Two at once would take the same number.
  await tx.run(sql`select from gyms where id = ${gym} for no key update`)
  const made = await tx.maybe<{ id: number }>(sql`
    insert into schedules (gym_id, name, week, shown, zone, set_at)
    select ${gym}, ${name}, ${JSON.stringify(week)}::jsonb, ${formatWeek(week)}, min(n), ${now}::timestamptz
    from generate_series(2, ${maxSchedules + 1}) n where n not in (select zone from schedules where gym_id = ${gym}) having min(n) is not null
    returning id`)
  return made?.id ?? null
}

export const updateSchedule = (
  tx: Transaction,
  gym: number,
  id: number,
  { name = null, week }: { name?: string | null | undefined; week?: Week | undefined },
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update schedules set name = coalesce(${name}::text, name), week = coalesce(n.week, schedules.week), shown = coalesce(n.shown, schedules.shown),
      set_at = case when n.week <> schedules.week then ${now} else set_at end
    from (select ${week ? JSON.stringify(week) : null}::jsonb as week, ${week ? formatWeek(week) : null}::text as shown) n
    where gym_id = ${gym} and id = ${id}`)

/** A plan that lost its hours would open at all of them. */
export async function deleteSchedule(tx: Transaction, gym: number, id: number): Promise<void> {
  const plans = await tx.many<{ name: string; deleted: boolean }>(sql`
    select m.name, m.deleted_at is not null as deleted from plan_access a join memberships m on m.gym_id = a.gym_id and m.id = a.id_membership
    where a.gym_id = ${gym} and a.id_schedule = ${id} order by ${orderByName(sql`m.name`)} limit 10`)
  const names = plans.map(({ name, deleted }) => (deleted ? `${name} (eliminado)` : name))
  if (names.length > 0) fail('schedule.used', { plans: names.join(', ') })
  if ((await tx.run(sql`delete from schedules where gym_id = ${gym} and id = ${id}`)) === 0) fail('row.missing')
}

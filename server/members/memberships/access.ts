import type { Plan, PlanAccess, PlanChange } from '@torniquete/contract/members/memberships.ts'
import { fail } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import { readSchedule } from './schedules.ts'

/** Deleted devices are left out; a plan without any left opens nowhere. */
export const readAccess = async (tx: Transaction, gym: number, plan: number): Promise<PlanAccess> =>
  (await tx.maybe<PlanAccess>(sql`
    select id_schedule, case when doors is not null then
      (select coalesce(jsonb_agg(x order by at), '[]') from jsonb_array_elements(doors) with ordinality as e (x, at)
       where exists (select from devices d where d.gym_id = ${gym} and d.id = (x ->> 'id_device')::bigint)) end as doors
    from plan_access where gym_id = ${gym} and id_membership = ${plan}`)) ?? { id_schedule: null, doors: null }

const doorCount = sql`case when s.other_dialect then s.doors end`

/** Refuses doors that the panel does not have, unless the plan had them before a smaller panel replaced it. */
async function formatForHistory(
  tx: Transaction,
  gym: number,
  { id_schedule, doors }: PlanAccess,
  before: PlanAccess,
): Promise<string> {
  const schedule = id_schedule === null ? null : ((await readSchedule(tx, gym, id_schedule)) ?? fail('row.missing'))
  const devices = await tx.many<{ id: number; name: string; count: number | null }>(sql`
    select id, name, ${doorCount} as count from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and id = any(${(doors ?? []).map(({ id_device }) => id_device)}::bigint[])`)
  const names = (doors ?? []).map(({ id_device, doors: some }) => {
    const { name, count } = devices.find(({ id }) => id === id_device) ?? fail('row.missing')
    const had = before.doors?.find((each) => each.id_device === id_device)?.doors ?? []
    if (count !== null && some?.some((door) => door > count && !had.includes(door)))
      fail('plan.no-such-door', { device: name, doors: String(count) })
    return some ? `${name} (${some.join(', ')})` : name
  })
  const where = doors === null ? 'todas las puertas' : names.join(', ') || 'ninguna puerta'
  return `${schedule?.name ?? 'a cualquier hora'} · ${where}`
}

/** Undefined fields stay. Raises the plan's version; holds from `now` on. */
export async function writeAccess(
  tx: Transaction,
  gym: number,
  plan: Plan,
  { id_schedule, doors }: Pick<PlanChange, 'id_schedule' | 'doors'>,
  now: Date,
): Promise<void> {
  if (id_schedule === undefined && doors === undefined) return
  const before = await readAccess(tx, gym, plan.id)
  const access = {
    id_schedule: id_schedule === undefined ? before.id_schedule : id_schedule,
    doors: doors === undefined ? before.doors : doors,
  }
  const shown = await formatForHistory(tx, gym, access, before)
  const changed = await tx.run(sql`
    insert into plan_access as a (gym_id, id_membership, name, shown, id_schedule, doors, set_at)
    select ${gym}, ${plan.id}, ${plan.name}, ${shown}, n.id_schedule, n.doors, ${now}
    from (select ${access.id_schedule}::bigint as id_schedule, ${access.doors && JSON.stringify(access.doors)}::jsonb as doors) n
    -- a plan that opens always and everywhere needs no row
    where n.id_schedule is not null or n.doors is not null or exists (select from plan_access where gym_id = ${gym} and id_membership = ${plan.id})
    on conflict (gym_id, id_membership) do update
      set name = excluded.name, shown = excluded.shown, id_schedule = excluded.id_schedule, doors = excluded.doors, set_at = excluded.set_at
      where (a.id_schedule, a.doors) is distinct from (excluded.id_schedule, excluded.doors)`)
  if (changed > 0)
    await tx.run(sql`update memberships set version = version + 1 where gym_id = ${gym} and id = ${plan.id}`)
}

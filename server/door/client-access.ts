import type { ClientAccess } from '@torniquete/contract/door/door.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { orderByName } from '../platform/db/name-search.ts'
import { sql } from '../platform/db/sql.ts'
import { refusedTimeZones, supportsTimeZones } from './desired-state-diff.ts'
import { doorName } from './door-names.ts'
import { fromPlanRights, isLimitedByPlans, selectOpenedDoors } from './plan-doors-and-hours.ts'

/** Null if the client does not exist. Exits are left out, since every member with a right may leave by them. */
export async function listAccess(
  tx: Transaction,
  gym: number,
  today: string,
  client: number,
): Promise<ClientAccess | null> {
  const paid = sql`${fromPlanRights(gym)} and p.id_client = ${client} and p.start_date <= ${today}::date and p.end_date > ${today}::date`
  const found = await tx.maybe<{ limited: boolean }>(sql`
    select exists (select from ${paid} and (a.id_schedule is not null or a.doors is not null)) as limited
    from clients where gym_id = ${gym} and id = ${client}`)
  if (!found?.limited) return found && { limited: false, doors: [] }
  const doors = await tx.many<ClientAccess['doors'][number]>(sql`
    with plans as materialized (
      select a.doors, s.shown, s.week, s.zone
      from ${paid}
    )
    select json_build_object('id', d.id, 'name', d.name) as device,
      case when o.mask = (1 << d.count) - 1 then '{}' else array(select ${doorName(sql`n`)} from generate_series(1, d.count) n where o.mask & (1 << (n - 1)) <> 0 order by n) end as doors,
      o.hours, o.week, o.hours is not null and (not d.zones or o.refused) as ignores_hours
    from (
      select d.id, d.name, d.door_names, ${supportsTimeZones} as zones, ${refusedTimeZones} as refused, case when s.other_dialect then coalesce(s.doors, 1) else 1 end as count
      from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
      where d.gym_id = ${gym} and not d.leaving and ${isLimitedByPlans}) d
      cross join lateral (
        select hours, week, bit_or(mask) & ((1 << d.count) - 1) as mask, coalesce(bool_or(refused), false) as refused
        from (select a.shown as hours, a.week, a.zone = any(d.refused) as refused, case when a.doors is null then 65535 else coalesce(${selectOpenedDoors(sql`d.id`)}, 0) end as mask from plans a) m
        group by hours, week having bit_or(mask) & ((1 << d.count) - 1) <> 0) o
    order by ${orderByName(sql`d.name`)}, d.id, o.hours nulls first`)
  return { limited: true, doors }
}

// Names of doors, of terminals with one door and of panels with several.

import type { AttendanceDoors } from '@torniquete/contract/door/door.ts'
import type { Entered } from '@torniquete/contract/members/attendances.ts'
import { type AttendanceFilter, listAttendanceRows } from '../members/attendances/queries.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { isLimitedByPlans } from './plan-doors-and-hours.ts'

export const doorName = (n: Statement): Statement => sql`coalesce(nullif(d.door_names[${n}], ''), 'Puerta ' || ${n})`

/**
 * SQL text: the name of device `d` (state `s`), with that of door `n` for a panel with several doors: 'Panel ·
 * Piscina'.
 */
export const doorLabel = (n: Statement): Statement =>
  sql`d.name || case when coalesce(s.other_dialect, false) and s.doors > 1 and ${n} is not null then ' · ' || ${doorName(n)} else '' end`

export const selectDoorLabel = ({ gym, id }: { gym: number; id: number }, n: Statement): Statement => sql`
  (select ${doorLabel(n)} from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
   where d.gym_id = ${gym} and d.id = ${id})`

/** The current door name of each attendance on a page. Attendances without a terminal are left out. */
export async function listAttendanceDoors(
  tx: Transaction,
  gym: number,
  filter: AttendanceFilter,
): Promise<AttendanceDoors> {
  const devices = sql`devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id`
  const { several } = await tx.one<{ several: boolean }>(sql`
    select coalesce(sum(case when coalesce(s.other_dialect, false) then coalesce(s.doors, 1) else 1 end), 0) > 1 as several
    from ${devices} where d.gym_id = ${gym} and ${isLimitedByPlans}`)
  if (!several) return { several, items: [] }
  const items = await tx.many<AttendanceDoors['items'][number]>(sql`
    select a.id as attendance_id, ${doorLabel(sql`a.door`)} as door
    from (${listAttendanceRows(gym, filter)}) a join (${devices}) on d.gym_id = a.gym_id and d.sn = a.sn
    order by a.check_in desc, a.id desc`)
  return { several, items }
}

export const listNewestEntries = (tx: Transaction, gym: number, most: number): Promise<Entered[]> =>
  tx.many(sql`
    select a.id as attendance_id, a.id_client, c.name as client_name, a.check_in, a.membership_name, a.expire_membership,
      coalesce(${doorLabel(sql`a.door`)}, '') as door
    from (select * from attendances where gym_id = ${gym} and undone_at is null order by check_in desc, id desc limit ${most}) a
      join clients c on c.gym_id = a.gym_id and c.id = a.id_client
      left join (devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id) on d.gym_id = a.gym_id and d.sn = a.sn
    order by a.check_in desc, a.id desc`)

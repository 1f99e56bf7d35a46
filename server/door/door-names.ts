import type { AttendanceStatus } from '@torniquete/contract/members/attendances.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { isLimitedByPlansSql } from './plan-doors-and-hours.ts'

export const doorNameSql = (n: Statement): Statement => sql`coalesce(nullif(d.door_names[${n}], ''), 'Puerta ' || ${n})`

/** SQL text like 'Panel · Piscina': name of device `d` (state `s`), with that of door `n` if it has several doors. */
export const doorLabelSql = (n: Statement): Statement =>
  sql`d.name || case when coalesce(s.other_dialect, false) and s.doors > 1 and ${n} is not null then ' · ' || ${doorNameSql(n)} else '' end`

export const doorLabelSubquery = ({ gym, id }: { gym: number; id: number }, n: Statement): Statement => sql`
  (select ${doorLabelSql(n)} from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
   where d.gym_id = ${gym} and d.id = ${id})`

const devices = sql`devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id`

export const readAttendanceDoors = (
  tx: Transaction,
  gym: number,
  ids: readonly number[],
): Promise<({ attendance_id: number } & Pick<AttendanceStatus, 'by_hand' | 'door'>)[]> =>
  tx.many(sql`
    select a.id as attendance_id, a.sn is null as by_hand,
      case when entrances.count > 1 then coalesce(${doorLabelSql(sql`a.door`)}, '') end as door
    from attendances a
      left join (${devices}) on d.gym_id = a.gym_id and d.sn = a.sn
      cross join (
        select sum(case when s.other_dialect then coalesce(s.doors, 1) else 1 end) as count
        from ${devices} where d.gym_id = ${gym} and ${isLimitedByPlansSql}) entrances
    where a.gym_id = ${gym} and a.id = any(${ids}::bigint[])`)

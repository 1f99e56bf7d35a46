import { type Statement, sql } from '../platform/db/sql.ts'

/** SQL for FROM: device `d` with its state `t`. */
export const deviceWithStateFromClause = ({ gym, id }: { gym: number; id: number }): Statement =>
  sql`devices d left join terminal_states t on t.gym_id = d.gym_id and t.id_device = d.id where d.gym_id = ${gym} and d.id = ${id}`

/**
 * SQL condition: the pass is an exit. In direction 'both' the report (`said`) decides. At an entrance it counts only
 * in the access dialect, whose panels may have two readers; attendance terminals send 0, 255 or the last pressed key.
 * At an exit every pass is an exit.
 */
export const isExitPassSql = (direction: Statement, said: Statement, isAccess: Statement): Statement =>
  sql`case ${direction} when 'exit' then true when 'both' then coalesce(${said}, false) else ${isAccess} and coalesce(${said}, false) end`

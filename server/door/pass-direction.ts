// Decides if a pass is an entry or an exit, from the direction set for the terminal and from its report.
import { type Statement, sql } from '../platform/db/sql.ts'

/** The FROM part: device `d` with its state `t`. */
export const fromDeviceWithState = ({ gym, id }: { gym: number; id: number }): Statement =>
  sql`devices d left join terminal_states t on t.gym_id = d.gym_id and t.id_device = d.id where d.gym_id = ${gym} and d.id = ${id}`

/** The direction of terminal `d`, with state `t`, before a person last changed it. */
export const formerDirection = sql`coalesce(t.turned_from, case d.direction when 'exit' then 'entrance' else 'exit' end)`

/**
 * SQL condition: a pass is an exit. At a terminal of both directions its report (`said`) decides. At an entrance that
 * counts only in the access dialect, whose panels have a reader on either side; attendance terminals say 0, 255 or
 * the key that was pressed last. At an exit every pass is one, since many terminals say 0 at every reader.
 */
export const isExit = (direction: Statement, said: Statement, isAccess: Statement): Statement =>
  sql`case ${direction} when 'exit' then true when 'both' then coalesce(${said}, false) else ${isAccess} and coalesce(${said}, false) end`

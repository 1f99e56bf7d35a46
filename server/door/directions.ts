// Which way one goes by a terminal: as a person says of it, and as it says of each pass.
import { type Statement, sql } from '../db/sql.ts'

/** A terminal `d` with what is known of it, `t`. */
export const turnable = ({ gym, id }: { gym: number; id: number }): Statement =>
  sql`devices d left join terminal_states t on t.gym_id = d.gym_id and t.id_device = d.id where d.gym_id = ${gym} and d.id = ${id}`

/** What terminal `d` was before it was turned round, by its state `t`. */
export const formerDirection = sql`coalesce(t.turned_from, case d.direction when 'exit' then 'entrance' else 'exit' end)`

/**
 * Whether one leaves by a terminal of this direction that says `said`. One that is both tells by that alone. Of an entrance
 * it counts in the access dialect, whose panels have a reader on either side; terminals of the other one say 0, 255 or
 * whatever key was pressed last. By an exit one leaves, whatever it says: many say 0 at every reader.
 */
export const isExit = (direction: Statement, said: Statement, isAccess: Statement): Statement =>
  sql`case ${direction} when 'exit' then true when 'both' then coalesce(${said}, false) else ${isAccess} and coalesce(${said}, false) end`

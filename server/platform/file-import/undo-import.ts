// Imports as acts: who, when, from which file; undone as a whole within a day.

import { fail } from '@torniquete/contract/shared/errors.ts'
import type { ImportAct } from '@torniquete/contract/shared/file-import.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { identifier, sql } from '../db/sql.ts'
import type { Actor } from '../http/context.ts'

/** Table of the act, and its column with the number of rows. */
export type ActTable =
  | readonly ['client_imports', 'clients']
  | readonly ['product_imports', 'products']
  | readonly ['photo_imports', 'photos']

export type Importer = Pick<Actor, 'gym' | 'id' | 'name'>

export async function insertAct(
  tx: Transaction,
  [table, counted]: ActTable,
  { gym, id: user, name }: Importer,
  { file, now, count }: { file: string; now: Date; count: number },
): Promise<ImportAct> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into ${identifier(table)} (gym_id, file_name, id_user, user_name, created_at, ${identifier(counted)})
    values (${gym}, ${file}, ${user}, ${name}, ${now}, ${count}) returning id`)
  return { id, file_name: file, user: name, created_at: now.toISOString(), count }
}

/** Condition for acts that can still be undone. */
const undoable = (now: Date) => sql`undone_at is null and created_at > ${now}::timestamptz - interval '1 day'`

const readLastAct = (tx: Transaction, [table, counted]: ActTable, gym: number, now: Date): Promise<ImportAct | null> =>
  tx.maybe(sql`
    select id, file_name, user_name as user, created_at, ${identifier(counted)} as count from ${identifier(table)}
    where gym_id = ${gym} and ${undoable(now)} order by id desc limit 1`)

/** Locks an act that can be undone; false if there is none. */
const lockAct = async (tx: Transaction, [table]: ActTable, gym: number, id: number, now: Date): Promise<boolean> =>
  (await tx.maybe(sql`
    select id from ${identifier(table)} where gym_id = ${gym} and id = ${id} and ${undoable(now)} for no key update`)) !==
  null

interface Undone {
  deleted: number
  kept: number
  /** People who are unknown users of a terminal again. */
  returned?: number
}

/** Undoes an act's rows, except those that somebody worked with since. */
export type UndoAct = (tx: Transaction, gym: number, id: number, now: Date) => Promise<Undone>

interface Asked {
  tx: Transaction
  gym: number
  now: Date
}

/** Handlers of the two calls for acts of a table. */
export const undoing = <Effects extends object>(
  table: ActTable,
  undo: UndoAct,
  /** Effects shown before an act is undone. */
  effectsOf?: (tx: Transaction, gym: number, id: number) => Promise<Effects>,
) => ({
  last: async ({ tx, gym, now }: Asked) => {
    const last = await readLastAct(tx, table, gym, now)
    return { last, ...(last && (await effectsOf?.(tx, gym, last.id))) }
  },
  undo: async ({ tx, gym, params, now }: Asked & { params: { id_import: number } }) => {
    const { id_import: id } = params
    if (!(await lockAct(tx, table, gym, id, now))) fail('row.missing')
    const undone = await undo(tx, gym, id, now)
    await tx.run(sql`update ${identifier(table[0])} set undone_at = ${now} where gym_id = ${gym} and id = ${id}`)
    return undone
  },
})

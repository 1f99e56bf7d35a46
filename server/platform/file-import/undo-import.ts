// Undoes an import completely within a day, and lists imports by user, time and file.

import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { CompletedImport } from '@torniquete/contract/shared/file-import.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { quoteIdentifier, sql } from '../db/sql.ts'
import type { Actor } from '../http/handler-types.ts'

/** Table in which imports are recorded, and its column with the number of imported rows. */
export type ImportRecordTable =
  | readonly ['client_imports', 'clients']
  | readonly ['product_imports', 'products']
  | readonly ['photo_imports', 'photos']

export type ImportingUser = Pick<Actor, 'gym' | 'id' | 'name'>

export async function insertImportRecord(
  tx: Transaction,
  [table, counted]: ImportRecordTable,
  { gym, id: user, name }: ImportingUser,
  { file, now, count }: { file: string; now: Date; count: number },
): Promise<CompletedImport> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into ${quoteIdentifier(table)} (gym_id, file_name, id_user, user_name, created_at, ${quoteIdentifier(counted)})
    values (${gym}, ${file}, ${user}, ${name}, ${now}, ${count}) returning id`)
  return { id, file_name: file, user: name, created_at: now.toISOString(), count }
}

const isUndoable = (now: Date) => sql`undone_at is null and created_at > ${now}::timestamptz - interval '1 day'`

/** `returned` counts people who are unknown users of a terminal again after the undo. */
type UndoResult = { deleted: number; kept: number; returned?: number }

/** Deletes the rows of an import, except rows that were used since. */
export type UndoImportFunction = (tx: Transaction, gym: number, id: number, now: Date) => Promise<UndoResult>

type UndoRequest = { tx: Transaction; gym: number; now: Date }

export const makeImportUndoHandlers = <Effects extends object>(
  [table, counted]: ImportRecordTable,
  undo: UndoImportFunction,
  effectsOf?: (tx: Transaction, gym: number, id: number) => Promise<Effects>,
) => ({
  last: async ({ tx, gym, now }: UndoRequest) => {
    const last = await tx.maybe<CompletedImport>(sql`
      select id, file_name, user_name as user, created_at, ${quoteIdentifier(counted)} as count from ${quoteIdentifier(table)}
      where gym_id = ${gym} and ${isUndoable(now)} order by id desc limit 1`)
    return { last, ...(last && (await effectsOf?.(tx, gym, last.id))) }
  },
  undo: async ({ tx, gym, params, now }: UndoRequest & { params: { id_import: number } }) => {
    const { id_import: id } = params
    const act = await tx.maybe(sql`
      select id from ${quoteIdentifier(table)} where gym_id = ${gym} and id = ${id} and ${isUndoable(now)} for no key update`)
    if (!act) throwError('row.missing')
    const undone = await undo(tx, gym, id, now)
    await tx.run(sql`update ${quoteIdentifier(table)} set undone_at = ${now} where gym_id = ${gym} and id = ${id}`)
    return undone
  },
})

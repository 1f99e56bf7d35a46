// Lists and restores rows that users deleted, in the same way for every area.
import type { DeletedRow } from '@torniquete/contract/shared/deleted-rows.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Transaction } from './gym-statements.ts'
import { hasNameWordsSql } from './name-search.ts'
import { readListPage } from './paged-lists.ts'
import { emptySql, quoteIdentifier, type Statement, sql } from './sql.ts'

type RestorableTable = 'clients' | 'users' | 'products' | 'suppliers' | 'memberships'

export async function listDeletedRows(
  tx: Transaction,
  gym: number,
  table: RestorableTable,
  query: PageQuery & { name?: string | undefined },
  only: Statement = emptySql,
) {
  const { page, size_page } = query
  const search = table === 'users' ? sql`fold(d.name)` : sql`d.search`
  const rows = sql`${quoteIdentifier(table)} d where d.gym_id = ${gym} and d.deleted_at is not null ${only} ${hasNameWordsSql(search, query.name)}`
  const cut = sql`
      select d.id, d.name, d.deleted_at,
             (select case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end
              from history h left join users u on u.gym_id = h.gym_id and u.id = h.id_user
              where h.gym_id = d.gym_id and h.entity = ${table} and h.entity_id = d.id and jsonb_exists(h.changes, 'deleted_at')
              order by h.id desc limit 1) as user
      from ${rows} order by d.deleted_at desc, d.id desc limit ${size_page} offset ${page * size_page}`
  return readListPage<DeletedRow>(tx, query, cut, sql`from ${rows}`)
}

/** Restores a row. Fails with row.missing, or by a constraint if another row has taken the name or PIN. */
export async function restoreRow(tx: Transaction, gym: number, table: RestorableTable, id: number): Promise<void> {
  const found = await tx.run(
    sql`update ${quoteIdentifier(table)} set deleted_at = null where gym_id = ${gym} and id = ${id} and deleted_at is not null`,
  )
  if (found === 0) throwError('row.missing')
}

/** Marks the row as deleted; fails with row.missing. */
export async function markRowDeleted(
  tx: Transaction,
  gym: number,
  table: RestorableTable,
  id: number,
  now: Date,
): Promise<undefined> {
  const found = await tx.run(
    sql`update ${quoteIdentifier(table)} set deleted_at = ${now} where gym_id = ${gym} and id = ${id} and deleted_at is null`,
  )
  if (found === 0) throwError('row.missing')
}

/** Reads the PIN of a client or user, even if deleted; null if there is none. */
export async function readStoredPin(tx: Transaction, gym: number, table: 'clients' | 'users', id: number) {
  const row = await tx.maybe<{ id_zkteco: number | null }>(
    sql`select id_zkteco from ${quoteIdentifier(table)} where gym_id = ${gym} and id = ${id}`,
  )
  return row?.id_zkteco ?? null
}

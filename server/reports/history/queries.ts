import type { CallQuery } from '@torniquete/contract/endpoints.ts'
import { type HistoryField, historyTableTexts, tablesWithRowNames } from '@torniquete/contract/history-texts.ts'
import type { HistoryAction, HistoryEntry } from '@torniquete/contract/reports/history.ts'
import { fromCents, roundToCents } from '@torniquete/contract/shared/money.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { readListPage } from '../../platform/db/paged-lists.ts'
import { emptySql, joinStatements, quoteIdentifier, type Statement, sql } from '../../platform/db/sql.ts'
import { isTimeInRangeSql, type TimeRange } from '../../platform/db/time-range.ts'

/** Format in which `to_jsonb` writes a timestamptz. */
const storedInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/

function formatValue(words: HistoryField | undefined, value: unknown): unknown {
  if (typeof value === 'number') return words?.kind === 'money' ? fromCents(roundToCents(value)) : value
  const mayBeInstant = words === undefined || words.kind === 'instant' || words.kind === 'part'
  return mayBeInstant && typeof value === 'string' && storedInstant.test(value) ? new Date(value).toISOString() : value
}

function formatEntryValues(entry: HistoryEntry): HistoryEntry {
  // The database may contain history of a table that only a newer server version knows.
  const fields = Object.hasOwn(historyTableTexts, entry.entity) ? historyTableTexts[entry.entity].fields : {}
  const changes = entry.changes.map(({ field, before, after }) => ({
    field,
    before: formatValue(fields[field], before),
    after: formatValue(fields[field], after),
  }))
  return { ...entry, changes }
}

// Deleting a row only sets deleted_at and restoring clears it, so changes of that column determine the action.
const action = sql`
  case when h.action = 'insert' then 'create' when h.action = 'delete' then 'delete'
       when h.changes ? 'deleted_at' then case when h.changes -> 'deleted_at' -> 1 = 'null' then 'restore' else 'delete' end
       else 'update' end`

/** Columns that only gyms with fiscal receipts see. */
const fiscalFieldNames =
  'tax_id legal_name tax_class included_tax fiscal_form ncf issued_on goods_kind supplier_name'.split(' ')

// Inserts and deletes record one value per column, updates a pair [before, after]. Ids are left out.
const changes = sql`
  (select coalesce(json_agg(json_build_object('field', key,
      'before', case h.action when 'insert' then null when 'delete' then value else value -> 0 end,
      'after', case h.action when 'insert' then value when 'delete' then null else value -> 1 end) order by key), '[]')
   from jsonb_each(h.changes) where key not in ('gym_id', 'id') and (h.action = 'update' or value <> 'null')
     and (key <> all(${fiscalFieldNames}::text[]) or exists (select from fiscal_settings f where f.gym_id = h.gym_id and f.country <> 'none')))`

const platformName = 'Plataforma'

// The condition repeats that of the partial indexes; with a parameter PostgreSQL could not use them.
const hidden = sql`(h.action = 'delete' or (h.action = 'update' and h.changes ? 'deleted_at'))`
const back = sql`(h.action = 'update' and h.changes -> 'deleted_at' -> 1 = 'null')`
const actions: Record<HistoryAction, Statement> = {
  create: sql`h.action = 'insert'`,
  update: sql`h.action = 'update' and not h.changes ? 'deleted_at'`,
  delete: sql`${hidden} and not coalesce(${back}, false)`,
  restore: sql`${hidden} and ${back}`,
}

const selectGivenName = (value: unknown, condition: Statement) => (value === undefined ? emptySql : condition)

const nameCases = joinStatements(
  tablesWithRowNames.map((table) => {
    const name = sql`select name from ${quoteIdentifier(table)} n where n.gym_id = h.gym_id and n.id = h.entity_id`
    return sql`when ${table} then (${name})`
  }),
  ' ',
)

export async function listHistory(
  tx: Transaction,
  gym: number,
  filter: CallQuery<'history.list'> & { hidden: readonly string[] },
) {
  const matching = sql`h.gym_id = ${gym}
    ${selectGivenName(filter.entity, sql`and h.entity = ${filter.entity}`)} ${selectGivenName(filter.id, sql`and h.entity_id = ${filter.id}`)}
    ${selectGivenName(filter.user, sql`and h.id_user = ${filter.user}`)} ${filter.action === undefined ? emptySql : sql`and ${actions[filter.action]}`}
    ${filter.hidden.length > 0 ? sql`and h.entity <> all(${filter.hidden}::text[])` : emptySql}`
  const cut = sql`
      select h.id, h.at, h.entity, h.entity_id, ${action} as action, ${changes} as changes,
        case when u.id is not null then json_build_object('id', u.id, 'name', u.name)
             when h.id_user is not null then json_build_object('id', null, 'name', ${platformName}::text) end as user,
        case h.entity when 'gym' then (select name from gyms where id = h.gym_id) ${nameCases}
        end as entity_name
      from (select * from history h where ${matching} order by h.id desc limit ${filter.size_page} offset ${filter.page * filter.size_page}) h
        left join users u on u.gym_id = h.gym_id and u.id = h.id_user
      order by h.id desc`
  const answer = await readListPage<HistoryEntry>(tx, filter, cut, sql`from history h where ${matching}`)
  return { ...answer, items: answer.items.map(formatEntryValues) }
}

/** Document numbers left out after a restore: first and last by kind of document. */
export type SkippedDocumentNumbers = Record<string, readonly [first: number, last: number]>

const selectRestored = (gym: number): Statement => sql`
  from history h where h.gym_id = ${gym} and h.entity = 'gym' and h.entity_id = ${gym} and h.changes ? 'restored_from'`

export const recordRestore = (
  tx: Transaction,
  gym: number,
  { from, at, skipped }: { from: string; at: string; skipped: SkippedDocumentNumbers },
): Promise<number> =>
  tx.run(sql`
    insert into history (gym_id, at, entity, entity_id, action, changes)
    values (${gym}, ${at}, 'gym', ${gym}, 'update', ${JSON.stringify({ restored_from: [null, from], skipped_numbers: [null, skipped] })}::jsonb)`)

/** Records a note in a client's history that corresponds to no column of the client. */
export const insertClientHistoryNote = (
  tx: Transaction,
  gym: number,
  client: number,
  said: Record<string, string>,
): Promise<number> =>
  tx.run(sql`
    insert into history (gym_id, id_user, entity, entity_id, action, changes)
    values (${gym}, nullif(current_setting('app.user_id', true), '')::bigint, 'clients', ${client}, 'update',
      (select jsonb_object_agg(key, jsonb_build_array(null, value)) from jsonb_each_text(${JSON.stringify(said)}::jsonb)))`)

export const readNewestChangeTime = async (tx: Transaction, gym: number): Promise<string | null> =>
  (await tx.maybe<{ at: string }>(sql`select at from history where gym_id = ${gym} order by id desc limit 1`))?.at ??
  null

export const readLastRestoreTime = async (tx: Transaction, gym: number): Promise<string | null> =>
  (await tx.one<{ at: string | null }>(sql`select max(h.at) as at ${selectRestored(gym)}`)).at

export const listRestores = (
  tx: Transaction,
  gym: number,
  made: TimeRange,
): Promise<{ at: string; from: string; skipped: SkippedDocumentNumbers }[]> =>
  tx.many(sql`
    select h.at, h.changes -> 'restored_from' ->> 1 as from, h.changes -> 'skipped_numbers' -> 1 as skipped
    ${selectRestored(gym)} ${isTimeInRangeSql(sql`h.at`, made)} order by h.id desc`)

// Reads documents of any kind: a single one, a list with sums, or chunks for a workbook.
import { type DocumentKind, documentTypes } from '@torniquete/contract/document-types.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Transaction } from './gym-statements.ts'
import { hasNameWordsSql, isPersonNamedSql } from './name-search.ts'
import { isRowInChunkSql, type ListChunkRange } from './paged-lists.ts'
import { quoteIdentifier, type Statement, sql } from './sql.ts'
import { type DateRangeQuery, isTimeInRangeSql, toTimeRange } from './time-range.ts'

interface Shape {
  alias: Statement
  columns: Statement
  /** Client or supplier of the document: an id column and the table of the name, or a normalised text to search in. */
  party: { id: Statement; table: 'clients' | 'suppliers' } | { words: Statement }
}

export interface DocumentTable extends Shape {
  kind: DocumentKind
  table: string
  at: Statement
  amount: Statement
}

const rowsByKind = new Map<DocumentKind, DocumentTable>()

export function defineDocumentTable(kind: DocumentKind, shape: Shape): DocumentTable {
  const declared = documentTypes.find((each) => each.kind === kind)
  if (!declared) throw new Error(`no area books ${kind}`)
  const column = (name: string) => sql`${shape.alias}.${quoteIdentifier(name)}`
  const rows = { ...shape, kind, table: declared.table, at: column(declared.at), amount: column(declared.amount) }
  rowsByKind.set(kind, rows)
  return rows
}

/** Returns how documents of a kind are read; each area registers this when its queries are loaded. */
export const getDocumentTable = (kind: DocumentKind): DocumentTable => {
  const rows = rowsByKind.get(kind)
  if (!rows) throw new Error(`no area said how ${kind} is read`)
  return rows
}

/** Filter of a list: whole days in the gym's time zone, or exact times. */
export interface DocumentQuery extends PageQuery, DateRangeQuery {
  user_name?: string | undefined
  include_time?: boolean | undefined
}

/** Number of matching documents, how many of them are voided, and the total of the ones not voided. */
interface DocumentSums {
  total: number
  total_voided: number
  amount_sum: string
}

export const readDocument = <Row extends object>(
  tx: Transaction,
  gym: number,
  { table, alias, columns }: DocumentTable,
  id: number,
): Promise<Row | null> =>
  tx.maybe(
    sql`select ${columns} from ${quoteIdentifier(table)} ${alias} where ${alias}.gym_id = ${gym} and ${alias}.id = ${id}`,
  )

interface Filter {
  partyName?: string | undefined
  zone: string
}

const selectTable = ({ table, alias }: DocumentTable): Statement => sql`${quoteIdentifier(table)} ${alias}`

function selectMatching(
  { alias, at, party }: DocumentTable,
  gym: number,
  query: Omit<DocumentQuery, keyof PageQuery>,
  { partyName, zone }: Filter,
): Statement {
  const withWhom =
    'words' in party ? hasNameWordsSql(party.words, partyName) : isPersonNamedSql(party.id, party.table, gym, partyName)
  return sql`${alias}.gym_id = ${gym} ${isTimeInRangeSql(at, toTimeRange(query, zone, query.include_time ?? false))}
    ${withWhom} ${isPersonNamedSql(sql`${alias}.id_user`, 'users', gym, query.user_name)}`
}

// Selects a page, newest first, by an index and then looks up rows, names and lines. `offset 0` makes PostgreSQL do
// these lookups row by row, since a generic plan does not know how short the page is.
function selectPage(rows: DocumentTable, matching: Statement, cut: Statement): Statement {
  const { table, alias, columns, at } = rows
  const newestFirst = sql`${at} desc, ${alias}.number desc`
  return sql`
    select ${columns}
    from (select ${alias}.gym_id, ${alias}.id from ${selectTable(rows)} where ${matching} order by ${newestFirst} ${cut}) page
      cross join lateral (select * from ${quoteIdentifier(table)} t where t.gym_id = page.gym_id and t.id = page.id offset 0) ${alias}
    order by ${newestFirst}`
}

export const selectValidDocuments = (
  rows: DocumentTable,
  gym: number,
  query: Omit<DocumentQuery, keyof PageQuery>,
  filter: Filter,
): Statement => sql`
  select ${rows.alias}.id, ${rows.kind === 'sale' ? sql`${rows.amount} - partly_voided(${rows.alias}.gym_id, ${rows.alias}.id)` : rows.amount} as amount from ${selectTable(rows)}
  where ${selectMatching(rows, gym, query, filter)} and ${rows.alias}.voided_at is null`

export async function listDocuments<Row extends object>(
  tx: Transaction,
  gym: number,
  rows: DocumentTable,
  query: DocumentQuery,
  filter: Filter,
): Promise<{ items: Row[]; sums: DocumentSums }> {
  const { alias, amount } = rows
  const { page, size_page } = query
  const matching = selectMatching(rows, gym, query, filter)
  // Subtracts partial voids, looked up from the few voids, so that the total of all sales comes from an index.
  const parts = sql`(
    select coalesce(sum(v.amount), 0) from voids v join ${selectTable(rows)} on ${alias}.gym_id = v.gym_id and ${alias}.id = v.id_partial_sale
    where v.gym_id = ${gym} and v.id_partial_sale is not null and ${alias}.voided_at is null and ${matching})`
  const [items, sums] = await Promise.all([
    tx.many<Row>(selectPage(rows, matching, sql`limit ${size_page} offset ${page * size_page}`)),
    tx.one<DocumentSums>(sql`
      select count(*) as total, count(*) filter (where ${alias}.voided_at is not null) as total_voided,
        (coalesce(sum(${amount}) filter (where ${alias}.voided_at is null), 0) - ${rows.kind === 'sale' ? parts : sql`0`})::numeric(20, 2) as amount_sum
      from ${selectTable(rows)} where ${matching}`),
  ])
  return { items, sums }
}

export function readDocumentChunk<Row extends object>(
  tx: Transaction,
  gym: number,
  rows: DocumentTable,
  query: Omit<DocumentQuery, keyof PageQuery>,
  { chunk, ...filter }: Filter & { chunk: ListChunkRange },
): Promise<Row[]> {
  const { alias, at } = rows
  const key = sql`${at}, ${alias}.number`
  const further = isRowInChunkSql(chunk, gym, { rows: selectTable(rows), alias, key, sign: sql`<` })
  return tx.many(
    selectPage(rows, sql`${selectMatching(rows, gym, query, filter)} ${further}`, sql`limit ${chunk.most}`),
  )
}

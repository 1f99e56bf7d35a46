// Documents as they are read: one, or a list with its sums, of whichever kind.
import { type DocumentKind, documents } from '@torniquete/contract/documents.ts'
import type { Page } from '@torniquete/contract/shapes.ts'
import type { Transaction } from './gym-statements.ts'
import { idsOfNamed } from './name-search.ts'
import { identifier, nothing, type Statement, sql } from './sql.ts'
import { betweenOf, within } from './time-range.ts'

interface Shape {
  /** What `columns` call a row of the table. */
  alias: Statement
  /** Of the answer. */
  columns: Statement
  /** With whom, where that is a row: the column that holds the id, and the table that holds the name. */
  party?: { id: Statement; table: 'clients' | 'suppliers' }
}

/** How documents of a kind are read. */
export interface DocumentRows extends Shape {
  table: string
  /** When it was made, and what it comes to. */
  at: Statement
  amount: Statement
}

/** Where they stand, their area says. */
export function rowsOf(kind: DocumentKind, shape: Shape): DocumentRows {
  const declared = documents.find((each) => each.kind === kind)
  if (!declared) throw new Error(`no area books ${kind}`)
  const column = (name: string) => sql`${shape.alias}.${identifier(name)}`
  return { ...shape, table: declared.table, at: column(declared.at), amount: column(declared.amount) }
}

/** The query of a list: days of the gym's zone, or instants where the time counts. */
interface DocumentQuery extends Page {
  user_name?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
  include_time?: boolean | undefined
}

/** How many documents match, how many of them are voided, and what the others come to. */
export interface Sums {
  total: number
  total_voided: number
  amount_sum: string
}

export const readDocument = <Row extends object>(
  tx: Transaction,
  gym: number,
  { table, alias, columns }: DocumentRows,
  id: number,
): Promise<Row | null> =>
  tx.maybe(
    sql`select ${columns} from ${identifier(table)} ${alias} where ${alias}.gym_id = ${gym} and ${alias}.id = ${id}`,
  )

/**
 * Newest first, with the sums of the filter. The page is cut in an index, before rows, names and lines are looked up.
 * `besides` is `and …`, of what only this kind has. `offset 0` keeps the lookup one by one: a plan that does not know how short the page is would read the whole table.
 */
export async function listDocuments<Row extends object>(
  tx: Transaction,
  gym: number,
  { table, alias, columns, at, amount, party }: DocumentRows,
  query: DocumentQuery,
  { partyName, zone, besides = nothing }: { partyName?: string | undefined; zone: string; besides?: Statement },
): Promise<{ items: Row[]; sums: Sums }> {
  const { user_name, page, size_page } = query
  const rows = sql`${identifier(table)} ${alias}`
  const matching = sql`${alias}.gym_id = ${gym} ${within(at, betweenOf(query, zone, query.include_time ?? false))}
    ${party ? idsOfNamed(party.id, party.table, gym, partyName) : nothing} ${besides} ${idsOfNamed(sql`${alias}.id_user`, 'users', gym, user_name)}`
  const newestFirst = sql`${at} desc, ${alias}.number desc`
  const [items, sums] = await Promise.all([
    tx.many<Row>(sql`
      select ${columns}
      from (select ${alias}.gym_id, ${alias}.id from ${rows} where ${matching}
            order by ${newestFirst} limit ${size_page} offset ${page * size_page}) page
        cross join lateral (select * from ${identifier(table)} t where t.gym_id = page.gym_id and t.id = page.id offset 0) ${alias}
      order by ${newestFirst}`),
    tx.one<Sums>(sql`
      select count(*) as total, count(*) filter (where ${alias}.voided_at is not null) as total_voided,
        coalesce(sum(${amount}) filter (where ${alias}.voided_at is null), 0)::numeric(20, 2) as amount_sum
      from ${rows} where ${matching}`),
  ])
  return { items, sums }
}

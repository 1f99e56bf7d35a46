import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Transaction } from './gym-statements.ts'
import { emptySql, type Statement, sql } from './sql.ts'

export function makeListAnswer<Item>(
  { items, total }: { items: Item[]; total: number },
  { page, size_page }: PageQuery,
) {
  return { items, total, pages: Math.ceil(total / size_page), pageCurrent: page }
}

/** Reads a list: `page` selects the page's rows; `from`, which begins with FROM, all matching rows to count. */
export async function readListPage<Item extends object>(
  tx: Transaction,
  query: PageQuery,
  page: Statement,
  from: Statement,
) {
  const [items, { total }] = await Promise.all([
    tx.many<Item>(page),
    tx.one<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return makeListAnswer({ items, total }, query)
}

/** Chunk of a list that is read completely: rows after the row with id `after`, or the first rows if null. */
export interface ListChunkRange {
  after: number | null
  most: number
}

/** SQL condition `and …`: rows of a chunk. Compares rows in SQL, since JavaScript's dates lack microseconds. */
export const isRowInChunkSql = (
  { after }: ListChunkRange,
  gym: number,
  { rows, alias, key, sign }: { rows: Statement; alias: Statement; key: Statement; sign: Statement },
): Statement =>
  after === null
    ? emptySql
    : sql`and (${key}) ${sign} (select ${key} from ${rows} where ${alias}.gym_id = ${gym} and ${alias}.id = ${after})`

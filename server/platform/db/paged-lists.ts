import type { Page } from '@torniquete/contract/shared/shapes.ts'
import type { Transaction } from './gym-statements.ts'
import { emptySql, type Statement, sql } from './sql.ts'

export function makeListAnswer<Item>({ items, total }: { items: Item[]; total: number }, { page, size_page }: Page) {
  return { items, total, pages: Math.ceil(total / size_page), pageCurrent: page }
}

/** Answer of a list: `page` selects its rows; `from`, which begins with FROM, all that match. */
export async function readList<Item extends object>(tx: Transaction, query: Page, page: Statement, from: Statement) {
  const [items, { total }] = await Promise.all([
    tx.many<Item>(page),
    tx.one<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return makeListAnswer({ items, total }, query)
}

/** Chunk of a list that is read from end to end: rows after the one with this id, or the first ones. */
export interface ListChunk {
  after: number | null
  most: number
}

/** `and …`: rows of a chunk. Compares with the previous row itself, since JavaScript's timestamps lack microseconds. */
export const selectAfterRow = (
  { after }: ListChunk,
  gym: number,
  { rows, alias, key, sign }: { rows: Statement; alias: Statement; key: Statement; sign: Statement },
): Statement =>
  after === null
    ? emptySql
    : sql`and (${key}) ${sign} (select ${key} from ${rows} where ${alias}.gym_id = ${gym} and ${alias}.id = ${after})`

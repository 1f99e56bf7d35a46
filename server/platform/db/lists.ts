import type { Page } from '@torniquete/contract/shapes.ts'
import { nothing, type Statement, sql } from './sql.ts'

/** The envelope of a list: its page of rows, how many there are, how many pages that makes. */
export function listAnswer<Item>({ items, total }: { items: Item[]; total: number }, { page, size_page }: Page) {
  return { items, total, pages: Math.ceil(total / size_page), pageCurrent: page }
}

/** A list that is read from end to end comes in chunks: the rows after the one with this id, or the first of all. */
export interface ListChunk {
  after: number | null
  most: number
}

/**
 * `and …`: the rows of a chunk. `rows` is the table with its alias, `key` two of its columns and `sign` says which way they
 * run. The row before is asked for them, for what was read of an instant has lost its microseconds.
 */
export const afterRow = (
  { after }: ListChunk,
  gym: number,
  { rows, alias, key, sign }: { rows: Statement; alias: Statement; key: Statement; sign: Statement },
): Statement =>
  after === null
    ? nothing
    : sql`and (${key}) ${sign} (select ${key} from ${rows} where ${alias}.gym_id = ${gym} and ${alias}.id = ${after})`

import { join, nothing, type Statement, sql } from './sql.ts'

/** Each word of the name somewhere in the column, ignoring case and accents, in any order; nothing where no word is given. */
export function nameMatches(column: Statement, name: string | undefined): Statement {
  const words = (name ?? '').split(/\s+/).filter(Boolean).slice(0, 10)
  if (words.length === 0) return nothing
  return sql`and ${join(
    words.map((word) => sql`${column} like '%' || fold(${escapeLike(word)}) || '%'`),
    ' and ',
  )}`
}

const escapeLike = (word: string) => word.replace(/[\\%_]/g, (mark) => `\\${mark}`)

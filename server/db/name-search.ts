import { join, nothing, type Statement, sql } from './sql.ts'

/**
 * Each word of the name somewhere in the folded column, ignoring case and accents, in any order; nothing where no word
 * is given. A word's pattern is folded once, not for each row.
 */
export function nameMatches(column: Statement, name: string | undefined): Statement {
  const words = (name ?? '').split(/\s+/).filter(Boolean).slice(0, 10)
  if (words.length === 0) return nothing
  const conditions = words.map(
    (word) =>
      sql`${indexed(word) ? column : sql`(${column} || '')`} like (select '%' || fold(${escapeLike(word)}) || '%')`,
  )
  return sql`and ${join(conditions, ' and ')}`
}

/** A trigram index finds three letters or digits in a row; with fewer it would read itself from end to end. */
const indexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

const escapeLike = (word: string) => word.replace(/[\\%_]/g, (mark) => `\\${mark}`)

import { identifier, join, nothing, type Statement, sql } from './sql.ts'

/**
 * Each word of the name somewhere in the folded column, ignoring case and accents, in any order; nothing where no word
 * is given. A word's pattern is made once, not for each row; it is escaped after
 * folding, which turns some letters of other scripts into the pattern's own marks.
 */
export function nameMatches(column: Statement, name: string | undefined): Statement {
  const words = (name ?? '').split(/\s+/).filter(Boolean).slice(0, 10)
  if (words.length === 0) return nothing
  const conditions = words.map(
    (word) =>
      sql`${indexed(word) ? column : sql`(${column} || '')`} like (select '%' || regexp_replace(fold(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%')`,
  )
  return sql`and ${join(conditions, ' and ')}`
}

/**
 * The rows of a table of people whose name matches, as a condition on a column that holds their ids; nothing where no
 * word is given. Deleted ones count: documents keep their names.
 */
export function idsOfNamed(
  column: Statement,
  table: 'clients' | 'users' | 'suppliers',
  gym: number,
  name: string | undefined,
): Statement {
  const search = table === 'users' ? sql`fold(n.name)` : sql`n.search`
  const matching = nameMatches(search, name)
  if (matching === nothing) return nothing
  return sql`and ${column} = any (array(select n.id from ${identifier(table)} n where n.gym_id = ${gym} ${matching}))`
}

/** By name, as the alphabet of here goes: the ñ behind the n, accents and case as nothing. */
export const inOrder = (name: Statement): Statement => sql`in_order(${name}) collate "C"`

/** A trigram index finds three letters or digits in a row; with fewer it would read itself from end to end. */
const indexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

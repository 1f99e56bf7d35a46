import { emptySql, joinStatements, quoteIdentifier, type Statement, sql } from './sql.ts'

/** SQL condition that the normalised column contains each word. A subselect computes each pattern once. */
export function hasNameWordsSql(column: Statement, name: string | undefined): Statement {
  const words = (name ?? '').split(/\s+/).filter(Boolean).slice(0, 10)
  if (words.length === 0) return emptySql
  const conditions = words.map(
    (word) =>
      sql`${hasIndexedLetters(word) ? column : sql`(${column} || '')`} like (select '%' || regexp_replace(fold(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%')`,
  )
  return sql`and ${joinStatements(conditions, ' and ')}`
}

/** SQL condition on an id column: the person's name matches. Includes deleted people, who have documents. */
export function isPersonNamedSql(
  column: Statement,
  table: 'clients' | 'users' | 'suppliers',
  gym: number,
  name: string | undefined,
): Statement {
  const search = table === 'users' ? sql`fold(n.name)` : sql`n.search`
  const matching = hasNameWordsSql(search, name)
  if (matching === emptySql) return emptySql
  return sql`and ${column} = any (array(select n.id from ${quoteIdentifier(table)} n where n.gym_id = ${gym} ${matching}))`
}

/** Sorts by name as in Spanish: ñ after n, accents and case ignored. */
export const nameSortKeySql = (name: Statement): Statement => sql`spanish_sort_key(${name}) collate "C"`

/** A trigram index needs three letters or digits in a row; for a shorter word all of the index would be read. */
const hasIndexedLetters = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

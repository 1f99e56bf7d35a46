// Days of the gym's calendar, and their sums: stored ones of the months that lie in a range whole and of the days at its ends, and
// those of open days, which are computed.
import { addDays, dayOf } from '@torniquete/contract/dates.ts'
import { identifier, join, nothing, type Statement, sql } from './sql.ts'

/** From a day until before another; null: without an end on that side. */
export interface Days {
  from: string | null
  until: string | null
}

interface RangeQuery {
  start_date?: string | undefined
  end_date?: string | undefined
}

/** A range of the query that counts in whole days, both included. */
export const daysOf = ({ start_date, end_date }: RangeQuery, zone: string): Days => ({
  from: start_date === undefined ? null : dayOf(zone, start_date),
  until: end_date === undefined ? null : addDays(dayOf(zone, end_date), 1),
})

const monthOf = (day: string) => `${day.slice(0, 7)}-01`
const monthFrom = (day: string) => (day === monthOf(day) ? day : monthOf(addDays(monthOf(day), 31)))

type Span = readonly [span: 'day' | 'month', first: string, until: string]

function spansOf({ from, until }: Days): Span[] {
  const [first, last] = [from === null ? '-infinity' : monthFrom(from), until === null ? 'infinity' : monthOf(until)]
  if (from !== null && until !== null && first >= last) return [['day', from, until]]
  return [
    ['month', first, last],
    ...(from !== null && from < first ? [['day', from, first] as const] : []),
    ...(until !== null && last < until ? [['day', last, until] as const] : []),
  ]
}

/**
 * The sums `s` of a range, to stand behind `from`: `rows` reads a table that has them by `span` and `since`, and ends in a
 * condition. Each span is looked up by itself: a plan that does not know how few they are would read the whole table.
 */
export function sumsOf(days: Days, rows: Statement): Statement {
  const spans = spansOf(days)
  return sql`
    unnest(${spans.map(([span]) => span)}::text[], ${spans.map(([, first]) => first)}::date[], ${spans.map(([, , until]) => until)}::date[])
      as w (span, first, until)
    cross join lateral (${rows} and span = w.span and since >= w.first and since < w.until offset 0) s`
}

/** The same of two tables, one by `day` and one by `month`, as a query: `rows` reads the one of a span, and ends in a condition. */
export const sumsOfTables = (days: Days, rows: (span: Span[0]) => Statement): Statement =>
  join(
    spansOf(days).map(
      ([span, first, until]) =>
        sql`${rows(span)} and ${identifier(span)} >= ${first}::date and ${identifier(span)} < ${until}::date`,
    ),
    ' union all ',
  )

/** `and …`: the column is a day of the range. */
export function daysWithin(column: Statement, { from, until }: Days): Statement {
  return sql`${from === null ? nothing : sql`and ${column} >= ${from}::date`} ${until === null ? nothing : sql`and ${column} < ${until}::date`}`
}

/** The rows of the SQL function `sums` (gym, first, behind) for the days of the range whose sums are not stored yet, to stand behind `from`. */
export const openDays = (gym: number, { from, until }: Days, sums: string): Statement => sql`
  (select greatest(${from ?? '-infinity'}::date, coalesce((select day from summed_until where gym_id = ${gym}), '-infinity')) as first) open
    cross join lateral ${identifier(sums)}(${gym}::integer, open.first, ${until ?? 'infinity'}::date) s`

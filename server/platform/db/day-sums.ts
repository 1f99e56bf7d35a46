// Sums over ranges of days in the gym's calendar: stored by month and by day, and computed for days not closed yet.
import { addDays, parseLocalDay } from '@torniquete/contract/shared/dates.ts'
import { emptySql, joinStatements, quoteIdentifier, type Statement, sql } from './sql.ts'
import type { DateRangeQuery } from './time-range.ts'

/** Range from the day `from` to the day before `until`; null is unbounded. */
export interface DayRange {
  from: string | null
  until: string | null
}

/** Makes a range from two days, both included. */
export const toDayRange = ({ start_date, end_date }: DateRangeQuery, zone: string): DayRange => ({
  from: start_date === undefined ? null : parseLocalDay(zone, start_date),
  until: end_date === undefined ? null : addDays(parseLocalDay(zone, end_date), 1),
})

const toMonth = (day: string) => `${day.slice(0, 7)}-01`
const formatMonth = (day: string) => (day === toMonth(day) ? day : toMonth(addDays(toMonth(day), 31)))

type Span = readonly [span: 'day' | 'month', first: string, until: string]

function listSpans({ from, until }: DayRange): Span[] {
  const [first, last] = [from === null ? '-infinity' : formatMonth(from), until === null ? 'infinity' : toMonth(until)]
  if (from !== null && until !== null && first >= last) return [['day', from, until]]
  return [
    ['month', first, last],
    ...(from !== null && from < first ? [['day', from, first] as const] : []),
    ...(until !== null && last < until ? [['day', last, until] as const] : []),
  ]
}

// SQL subquery `s` with the sums of a range, used after `from`. `rows` reads a table with `span` and `since` and ends
// in a condition. Spans are looked up one by one: a plan that does not know how few they are would read all rows.
export function selectRangeSums(days: DayRange, rows: Statement): Statement {
  const spans = listSpans(days)
  return sql`
    unnest(${spans.map(([span]) => span)}::text[], ${spans.map(([, first]) => first)}::date[], ${spans.map(([, , until]) => until)}::date[])
      as w (span, first, until)
    cross join lateral (${rows} and span = w.span and since >= w.first and since < w.until offset 0) s`
}

/** Like `selectSums`, but a query on two tables, one `by day` and one `by month`. */
export const selectDayAndMonthTableSums = (days: DayRange, rows: (span: Span[0]) => Statement): Statement =>
  joinStatements(
    listSpans(days).map(
      ([span, first, until]) =>
        sql`${rows(span)} and ${quoteIdentifier(span)} >= ${first}::date and ${quoteIdentifier(span)} < ${until}::date`,
    ),
    ' union all ',
  )

/** SQL condition `and …` that the column is a day of the range. */
export function isDayInRangeSql(column: Statement, { from, until }: DayRange): Statement {
  return sql`${from === null ? emptySql : sql`and ${column} >= ${from}::date`} ${until === null ? emptySql : sql`and ${column} < ${until}::date`}`
}

/** SQL for days without stored sums, used after `from`: rows of the SQL function `sums` (gym, from, until). */
export const selectUnstoredDaySums = (gym: number, { from, until }: DayRange, sums: string): Statement => sql`
  (select greatest(${from ?? '-infinity'}::date, coalesce((select day from summed_until where gym_id = ${gym}), '-infinity')) as first) open
    cross join lateral ${quoteIdentifier(sums)}(${gym}::integer, open.first, ${until ?? 'infinity'}::date) s`

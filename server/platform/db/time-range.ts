import { addDays, getDayStart, isCalendarDay, parseInstant, parseLocalDay } from '@torniquete/contract/shared/dates.ts'
import { emptySql, type Statement, sql } from './sql.ts'

export interface TimeRange {
  from: Date | null
  until: Date | null
  /** True if the range includes `until` itself. */
  closed: boolean
}

export interface DateRangeQuery {
  start_date?: string | undefined
  end_date?: string | undefined
}

/** Converts a query's range: whole days in the gym's zone or exact times, both ends included. */
export function toTimeRange({ start_date, end_date }: DateRangeQuery, zone: string, includeTime = true): TimeRange {
  const day = (value: string) => (includeTime && !isCalendarDay(value) ? null : parseLocalDay(zone, value))
  const startDay = start_date === undefined ? null : day(start_date)
  const endDay = end_date === undefined ? null : day(end_date)
  return {
    from: start_date === undefined ? null : startDay ? getDayStart(zone, startDay) : parseInstant(zone, start_date),
    until:
      end_date === undefined ? null : endDay ? getDayStart(zone, addDays(endDay, 1)) : parseInstant(zone, end_date),
    closed: endDay === null,
  }
}

export const makeTimeRangeOfDay = (zone: string, day: string): TimeRange => ({
  from: getDayStart(zone, day),
  until: getDayStart(zone, addDays(day, 1)),
  closed: false,
})

export function isTimeInRangeSql(column: Statement, { from, until, closed }: TimeRange): Statement {
  const start = from ? sql`and ${column} >= ${from}` : emptySql
  const end = until ? sql`and ${column} ${closed ? sql`<=` : sql`<`} ${until}` : emptySql
  return sql`${start} ${end}`
}

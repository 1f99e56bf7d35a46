import { addDays, getDayStart } from '@torniquete/contract/shared/dates.ts'
import { RejectedFieldsError } from '@torniquete/contract/shared/errors.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import type { TimeRange } from '../../platform/db/time-range.ts'

/** Month of a report in the gym's time zone. */
export interface ReportMonth {
  gym: number
  zone: string
  /** `YYYY-MM`. */
  month: string
  /** First day of this month and of the next one. */
  first: string
  next: string
  /** The same as instants. */
  range: TimeRange
}

/**
 * Condition that `row` belongs in a report: its number is of series B or of the gym's environment, or of production if the
 * gym issues receipts on paper, because test receipts are not reported.
 */
export const isReportedSql = (row: Statement): Statement => sql`
  ${row}.environment in ('paper', (
    select case s.mode when 'paper' then 'production' else s.environment end from fiscal_settings s where s.gym_id = ${row}.gym_id))`

interface MonthCall {
  gym: number
  zone: string
  today: string
  query: { month?: string | undefined }
}

/** The month that a call asks for, by default the current one; refuses (422) a month that has not begun. */
export function parseReportMonth({ gym, zone, today, query }: MonthCall): ReportMonth {
  const month = query.month ?? today.slice(0, 7)
  if (month > today.slice(0, 7))
    throw new RejectedFieldsError([{ type: 'too_big', msg: 'Ese mes todavía no empieza', loc: ['query', 'month'] }])
  const first = `${month}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  return {
    gym,
    zone,
    month,
    first,
    next,
    range: { from: getDayStart(zone, first), until: getDayStart(zone, next), closed: false },
  }
}

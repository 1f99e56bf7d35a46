import { type RawSearch, readDay } from './search-values.ts'

/** What the address of the report holds. */
export interface DailyReportSearch {
  /** `YYYY-MM-DD`; absent is today. */
  day?: string
}

export const readDailyReportSearch = ({ day }: RawSearch): DailyReportSearch => ({ day: readDay(day) })

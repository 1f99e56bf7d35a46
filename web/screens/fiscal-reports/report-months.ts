import { isCalendarDay } from '@torniquete/contract/shared/dates.ts'

const monthInWords = new Intl.DateTimeFormat('es', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-11` → `noviembre de 2026`. */
export const formatMonthInWords = (month: string): string => monthInWords.format(new Date(`${month}-01T00:00:00Z`))

export function addMonths(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Last day on which the report of a month is due. */
export const getReportDueDay = (month: string): string => `${addMonths(month, 1)}-15`

/** Number of months that the list offers; buttons and addresses reach older ones. */
const offeredMonths = 36

/** Months that can be chosen, newest first; none lies in the future. */
export function listReportMonths(current: string, chosen: string): string[] {
  const months = Array.from({ length: offeredMonths }, (_, back) => addMonths(current, -back))
  return months.includes(chosen) ? months : [...months, chosen]
}

/** First month that can be shown. */
export const firstReportMonth = '2000-01'

/** The asked month, or the current one if the asked month does not exist or lies in the future. */
export const clampReportMonth = (asked: string | undefined, current: string): string =>
  asked && isCalendarDay(`${asked}-01`) && asked <= current && asked >= firstReportMonth ? asked : current

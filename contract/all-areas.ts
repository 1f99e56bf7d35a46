// The areas, and those that tell of what other areas book.
import { areas } from './areas.ts'
import { cashShiftsArea } from './cash-shifts.ts'
import { dailyReportArea } from './daily-report.ts'
import { statisticsArea } from './statistics.ts'
import { tendersArea } from './tenders.ts'
import { voidsArea } from './voids.ts'

/** All but the history, which tells of them. */
export const allAreas = [...areas, voidsArea, tendersArea, cashShiftsArea, statisticsArea, dailyReportArea] as const

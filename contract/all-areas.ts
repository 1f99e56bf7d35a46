// All areas, including those that report on others.
import { areas } from './areas.ts'
import { cashShiftsArea } from './cash-shifts.ts'
import { dailyReportArea } from './daily-report.ts'
import { statisticsArea } from './statistics.ts'
import { tendersArea } from './tenders.ts'
import { voidsArea } from './voids.ts'

/** All except the history, which reports on them. */
export const allAreas = [...areas, voidsArea, tendersArea, cashShiftsArea, statisticsArea, dailyReportArea] as const

// All areas, including those that report on others.
import { areas } from './areas.ts'
import { dailyReportArea } from './messaging/daily-report.ts'
import { statisticsArea } from './reports/statistics.ts'
import { cashShiftsArea } from './till/cash-shifts.ts'
import { tendersArea } from './till/tenders.ts'
import { voidsArea } from './till/voids.ts'

/** All except the history, which reports on them. */
export const allAreas = [...areas, voidsArea, tendersArea, cashShiftsArea, statisticsArea, dailyReportArea] as const

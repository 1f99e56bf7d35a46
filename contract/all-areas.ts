// All areas, including the history.
import { areas } from './areas.ts'
import { dailyReportArea } from './messaging/daily-report.ts'
import { statisticsArea } from './reports/statistics.ts'
import { cashShiftsArea } from './till/cash-shifts.ts'
import { tendersArea } from './till/tenders.ts'
import { voidsArea } from './till/voids.ts'

/** All areas except the history, which shows the others. */
export const allAreas = [...areas, voidsArea, tendersArea, cashShiftsArea, statisticsArea, dailyReportArea] as const

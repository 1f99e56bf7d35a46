import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { readDailyReport } from './queries.ts'

export const dailyReportHandlers: AreaHandlers<'daily-report'> = {
  'daily-report.read': ({ tx, gym, zone, today, query }) => readDailyReport(tx, gym, zone, query.day ?? today),
}

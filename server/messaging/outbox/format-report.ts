import { addDays } from '@torniquete/contract/shared/dates.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { makeTimeRangeOfDay } from '../../platform/db/time-range.ts'
import { listFlowByPaymentKind } from '../../till/tenders/queries.ts'
import { readDailyReport } from '../daily-report/queries.ts'
import { renderReportText } from './render-messages.ts'

export async function composeDailyReport(
  tx: Transaction,
  { id, name, zone }: { id: number; name: string; zone: string },
  day: string,
): Promise<string> {
  const days = { from: day, until: addDays(day, 1) }
  const [report, flow] = await Promise.all([
    readDailyReport(tx, id, zone, day),
    listFlowByPaymentKind(tx, { gym: id, days, between: makeTimeRangeOfDay(zone, day) }),
  ])
  return renderReportText(name, report, flow)
}

// The daily report as it goes out.
import { addDays } from '@torniquete/contract/dates.ts'
import { readDailyReport } from '../daily-report/queries.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { dayBetween } from '../db/time-range.ts'
import { flowByKind } from '../tenders/queries.ts'
import { reportText } from './render.ts'

interface Of {
  id: number
  name: string
  zone: string
}

/** Of a whole day of the gym. */
export async function textOfReport(tx: Transaction, { id, name, zone }: Of, day: string): Promise<string> {
  const days = { from: day, until: addDays(day, 1) }
  const [report, flow] = await Promise.all([
    readDailyReport(tx, id, zone, day),
    flowByKind(tx, { gym: id, days, between: dayBetween(zone, day) }),
  ])
  return reportText(name, report, flow)
}

// A gym's day, as a page and as a message.
import { z } from 'zod'
import { documentAreas } from '../documents.ts'
import { outgoings } from '../reports/statistics.ts'
import { area, get } from '../shared/area.ts'
import { isDay } from '../shared/dates.ts'
import { admins } from '../shared/roles.ts'
import { count, id, money, timestamp } from '../shared/shapes.ts'
import { Refund } from '../till/refunds.ts'

const amounts = z.object({ products: money, memberships_daily: money, memberships_other: money, total: money })

export const DailyReport = z.object({
  /** `YYYY-MM-DD` in the gym's zone. */
  day: z.string(),
  /** Documents sold that day, voided or not. */
  income: amounts,
  /** Documents voided that day, whenever sold. */
  voided: amounts,
  net: money,
  /** Outgoings and their voids of that day, by kind. */
  outgoings,
  /** Attendances, including the anonymous client's. */
  attendances: count,
  /** Memberships sold that day to clients without an earlier one. */
  new_memberships: count,
  /** Memberships sold that day to clients with an earlier one; the anonymous client counts in neither. */
  renewed_memberships: count,
  /** Active clients whose last valid day was the day before. */
  expired_memberships: count,
  refunds: z.array(Refund),
  /** Shifts closed that day, by number; `difference` is counted less expected. */
  closings: z.array(
    z.object({
      id,
      number: count,
      drawer: z.string(),
      at: timestamp,
      by: z.string(),
      expected: money,
      counted: money,
      difference: money,
    }),
  ),
  /** Products at or below their minimum now, whatever the day. */
  low_stock: z.array(z.object({ id, name: z.string(), quantity: count, minimum: count })),
})
export type DailyReport = z.infer<typeof DailyReport>

export const dailyReportArea = area(
  {
    'daily-report.read': get(admins, '/statistics/daily_report', 'Get a day’s figures and today’s low stock', {
      query: z.object({
        /** Today by default. */
        day: z.string().refine(isDay, 'Debe ser una fecha AAAA-MM-DD').optional(),
      }),
      answer: DailyReport,
    }),
  },
  {
    shows: [...documentAreas, 'products', 'attendances', 'clients', 'debts', 'cash-shifts'],
  },
)

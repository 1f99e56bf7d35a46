// Report about one day of a gym, shown as a page and sent as a message.
import { z } from 'zod'
import { documentAreaNames } from '../document-types.ts'
import { moneyOutSumsSchema } from '../reports/statistics.ts'
import { isCalendarDay } from '../shared/dates.ts'
import { defineArea, defineGet } from '../shared/define-area.ts'
import { adminRoles } from '../shared/roles.ts'
import { countSchema, id, moneyText, timestamp } from '../shared/schemas.ts'
import { Refund } from '../till/refunds.ts'

const amounts = z.object({
  products: moneyText,
  memberships_daily: moneyText,
  memberships_other: moneyText,
  total: moneyText,
})

export const DailyReport = z.object({
  /** `YYYY-MM-DD` in the gym's zone. */
  day: z.string(),
  /** Sums of documents sold on that day, voided or not. */
  income: amounts,
  /** Sums of documents voided on that day, whenever sold. */
  voided: amounts,
  net: moneyText,
  /** Outgoing documents booked or voided on that day, by kind. */
  outgoings: moneyOutSumsSchema,
  /** Number of attendances, including those of the anonymous client. */
  attendances: countSchema,
  /** Number of memberships sold on that day to clients who had none before. */
  new_memberships: countSchema,
  /** Number of memberships sold that day to clients who had one before. Neither number counts the anonymous client. */
  renewed_memberships: countSchema,
  /** Number of active clients whose last valid day was the day before the reported one. */
  expired_memberships: countSchema,
  refunds: z.array(Refund),
  /** Shifts closed on that day, by number; `difference` is the counted minus the expected amount. */
  closings: z.array(
    z.object({
      id,
      number: countSchema,
      drawer: z.string(),
      at: timestamp,
      by: z.string(),
      expected: moneyText,
      counted: moneyText,
      difference: moneyText,
    }),
  ),
  /** Products whose stock is now at or below the minimum, whichever day is reported. */
  low_stock: z.array(z.object({ id, name: z.string(), quantity: countSchema, minimum: countSchema })),
})
export type DailyReport = z.infer<typeof DailyReport>

export const dailyReportArea = defineArea(
  {
    'daily-report.read': defineGet(adminRoles, '/statistics/daily_report', 'Get a day’s figures, and low stock', {
      query: z.object({
        /** Day of the report; today by default. */
        day: z.string().refine(isCalendarDay, 'Debe ser una fecha AAAA-MM-DD').optional(),
      }),
      answer: DailyReport,
    }),
  },
  {
    shows: [...documentAreaNames, 'products', 'attendances', 'clients', 'debts', 'cash-shifts'],
  },
)

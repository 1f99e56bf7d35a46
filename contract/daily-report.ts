// What a gym's day came to: on a page, and as the message that goes out each day.
import { z } from 'zod'
import { isDay } from './dates.ts'
import { bookingAreas } from './documents.ts'
import { area } from './endpoint.ts'
import { Refund } from './refunds.ts'
import { admins } from './roles.ts'
import { id, money, timestamp } from './shapes.ts'
import { outgoings } from './statistics.ts'

const count = z.number().int()

const amounts = z.object({ products: money, memberships_daily: money, memberships_other: money, total: money })

export const DailyReport = z.object({
  /** A day in the gym's zone: `YYYY-MM-DD`. */
  day: z.string(),
  /** What was sold that day, whatever was voided since. */
  income: amounts,
  /** What was voided that day, whenever it was sold. */
  voided: amounts,
  /** The difference; negative where more was voided than sold. */
  net: money,
  /** What went out that day, and what voids of that day took back, by kind. */
  outgoings,
  /** Passes of clients, the anonymous one's included. */
  attendances: count,
  /** Memberships that began to be paid that day by a client who had none before. */
  new_memberships: count,
  /** Memberships sold that day to a client who had one before. The anonymous client counts in neither. */
  renewed_memberships: count,
  /** Clients, active at the end of that day, whose last valid day was the day before, and who had nothing that went on. */
  expired_memberships: count,
  /** Money that went back that day, whenever the document was booked, in order. */
  refunds: z.array(Refund),
  /** Shifts of drawers closed that day, in the order of their numbers; `difference` is counted less expected. */
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
  /** Products at or below their minimum: as of now, whatever the day. */
  low_stock: z.array(z.object({ id, name: z.string(), quantity: count, minimum: count })),
})
export type DailyReport = z.infer<typeof DailyReport>

export const dailyReportArea = area(
  {
    'daily-report.read': {
      may: admins,
      method: 'GET',
      path: '/statistics/daily_report',
      summary: 'Income by kind, attendances, new, renewed and expired memberships of a day; what stock is low now',
      query: z.object({
        /** Left out: today. */
        day: z.string().refine(isDay, 'Debe ser una fecha AAAA-MM-DD').optional(),
      }),
      answer: DailyReport,
    },
  },
  {
    shows: [...bookingAreas, 'products', 'attendances', 'clients', 'debts', 'cash-shifts'],
  },
)

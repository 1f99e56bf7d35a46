import { z } from 'zod'
import { addDays } from './dates.ts'
import { bookingAreas, outgoingKinds } from './documents.ts'
import { area } from './endpoint.ts'
import { admins, staff } from './roles.ts'
import { id, money, nameQuery, rangeBound } from './shapes.ts'

export const periods = ['weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Period = (typeof periods)[number]

/** How many of each the charts go back, the running one included. */
const spans: Record<Period, number> = { weekly: 12, monthly: 12, quarterly: 8, yearly: 5 }

export const WorkerRevenue = z.object({
  user: z.object({ id, name: z.string() }),
  /** Periods in which the worker sold something, oldest first. */
  data: z.array(z.object({ period: z.string(), total: money })),
})
export type WorkerRevenue = z.infer<typeof WorkerRevenue>

const year = (day: string) => Number(day.slice(0, 4))
const month = (day: string) => Number(day.slice(5, 7))
const firstOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)
const monday = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The first day of the period that holds a day. */
function startOf(period: Period, day: string): string {
  if (period === 'weekly') return monday(day)
  if (period === 'monthly') return firstOfMonth(year(day), month(day))
  if (period === 'quarterly') return firstOfMonth(year(day), month(day) - ((month(day) - 1) % 3))
  return firstOfMonth(year(day), 1)
}

/** How a period is written: `2026-W5` (ISO week), `2026-03`, `2026-Q4`, `2026`. */
export function periodName(period: Period, day: string): string {
  if (period === 'monthly') return day.slice(0, 7)
  if (period === 'quarterly') return `${year(day)}-Q${Math.ceil(month(day) / 3)}`
  if (period === 'yearly') return String(year(day))
  // An ISO week belongs to the year of its Thursday.
  const thursday = addDays(monday(day), 3)
  const days = (Date.parse(thursday) - Date.parse(firstOfMonth(year(thursday), 1))) / 86_400_000
  return `${year(thursday)}-W${Math.floor(days / 7) + 1}`
}

/** The periods of a chart up to `today`, oldest first: their names and the days they hold, `[from, until)`. */
export function lastPeriods(period: Period, today: string): { name: string; from: string; until: string }[] {
  const all: { name: string; from: string; until: string }[] = []
  let from = startOf(period, today)
  let until = startOf(period, addDays(from, { weekly: 7, monthly: 31, quarterly: 93, yearly: 366 }[period]))
  for (let left = spans[period]; left > 0; left -= 1) {
    all.unshift({ name: periodName(period, from), from, until })
    until = from
    from = startOf(period, addDays(from, -1))
  }
  return all
}

const count = z.number().int()

export const Statistics = z.object({
  /** Visits on each day of this week, Domingo first. */
  week_attendances: z.record(z.string(), count),
  /** Active clients with a membership valid today by the plan shown for them. */
  membership_distribution: z.record(z.string(), count),
  sales_products: money,
  /** The daily ones included. */
  sales_memberships: money,
  sales_memberships_daily: money,
  today_attendances: count,
  active_memberships: count,
  active_memberships_client_anonimo: count,
  expired_memberships: count,
})
export type Statistics = z.infer<typeof Statistics>

/** What was booked of each kind of document by which money goes out, and what was voided, whenever it was booked. */
export const outgoings = z.array(z.object({ kind: z.enum(outgoingKinds), booked: money, voided: money }))

export const CashFlow = z.object({
  /** What was booked in the range, whatever was voided later. */
  income: z.object({ products: money, memberships: money, total: money }),
  /** What was booked by which money goes out: all of it, and each kind. */
  expenses: money,
  outgoings,
  /** What was voided in the range, whenever it was booked: of income, and of expenses. */
  voided: z.object({ products: money, memberships: money, income: money, expenses: money }),
  /** Income minus expenses, each without what was voided; may be negative. */
  balance: money,
})
export type CashFlow = z.infer<typeof CashFlow>

export const weekDays = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'] as const

/** The Sunday of the week that a day is in. */
export const sundayOf = (day: string) => addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())

const periodQuery = z.object({ period: z.enum(periods, 'Formato de periodo desconocido').default('yearly') })

export const statisticsArea = area(
  {
    'statistics.read': {
      may: staff,
      method: 'GET',
      path: '/statistics/',
      summary: 'What the dashboard shows of today and this week',
      answer: Statistics,
      shows: ['payments', 'pauses', 'clients', 'memberships', 'attendances', 'sales', 'gym-info'],
      polled: true,
    },
    'statistics.cash-flow': {
      may: admins,
      method: 'GET',
      path: '/statistics/cash_flow',
      summary: 'What came in and went out in whole days of the gym, and what voids of those days took back',
      query: z.object({
        user_name: nameQuery.optional(),
        start_date: rangeBound.optional(),
        end_date: rangeBound.optional(),
      }),
      answer: CashFlow,
    },
    'statistics.sales-by-user': {
      may: admins,
      method: 'GET',
      path: '/statistics/sales_by_user',
      summary:
        'Product sales by worker over the last 12 weeks, 12 months, 8 quarters or 5 years; a void counts where it was made',
      query: periodQuery,
      answer: z.array(WorkerRevenue),
    },
    'statistics.membership-sales-by-user': {
      may: admins,
      method: 'GET',
      path: '/statistics/membership_sales_by_user',
      summary: 'Membership sales by worker over the same periods',
      query: periodQuery,
      answer: z.array(WorkerRevenue),
    },
  },
  {
    shows: [...bookingAreas, 'attendances'],
  },
)

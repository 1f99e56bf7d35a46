import { z } from 'zod'
import { documentAreaNames, moneyOutDocumentKinds } from '../document-types.ts'
import { addDays } from '../shared/dates.ts'
import { defineArea, defineGet } from '../shared/define-area.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import { countSchema, daysAndUserFilter, idAndName, moneyText } from '../shared/schemas.ts'

export const chartPeriods = ['weekly', 'monthly', 'quarterly', 'yearly'] as const
export type ChartPeriod = (typeof chartPeriods)[number]

/** Number of periods in a chart, including the current one. */
const spans: Record<ChartPeriod, number> = { weekly: 12, monthly: 12, quarterly: 8, yearly: 5 }

export const WorkerRevenue = z.object({
  user: idAndName,
  /** Sales total of each period with sales, oldest first. */
  data: z.array(z.object({ period: z.string(), total: moneyText })),
})
export type WorkerRevenue = z.infer<typeof WorkerRevenue>

const year = (day: string) => Number(day.slice(0, 4))
const month = (day: string) => Number(day.slice(5, 7))
const firstOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)
const findMonday = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** First day of a period. */
function findPeriodStart(period: ChartPeriod, day: string): string {
  if (period === 'weekly') return findMonday(day)
  if (period === 'monthly') return firstOfMonth(year(day), month(day))
  if (period === 'quarterly') return firstOfMonth(year(day), month(day) - ((month(day) - 1) % 3))
  return firstOfMonth(year(day), 1)
}

/** Returns `2026-W5` (ISO week), `2026-03`, `2026-Q4` or `2026`. */
export function formatPeriodName(period: ChartPeriod, day: string): string {
  if (period === 'monthly') return day.slice(0, 7)
  if (period === 'quarterly') return `${year(day)}-Q${Math.ceil(month(day) / 3)}`
  if (period === 'yearly') return String(year(day))
  // An ISO week belongs to the year of its Thursday.
  const thursday = addDays(findMonday(day), 3)
  const days = (Date.parse(thursday) - Date.parse(firstOfMonth(year(thursday), 1))) / 86_400_000
  return `${year(thursday)}-W${Math.floor(days / 7) + 1}`
}

/** Lists the periods up to `today`, oldest first, each with its days `[from, until)`. */
export function listLastPeriods(period: ChartPeriod, today: string): { name: string; from: string; until: string }[] {
  const all: { name: string; from: string; until: string }[] = []
  let from = findPeriodStart(period, today)
  let until = findPeriodStart(period, addDays(from, { weekly: 7, monthly: 31, quarterly: 93, yearly: 366 }[period]))
  for (let left = spans[period]; left > 0; left -= 1) {
    all.unshift({ name: formatPeriodName(period, from), from, until })
    until = from
    from = findPeriodStart(period, addDays(from, -1))
  }
  return all
}

export const Statistics = z.object({
  /** Number of visits on each day of this week, Sunday first. */
  week_attendances: z.record(z.string(), countSchema),
  /** Number of active clients by plan valid today. */
  membership_distribution: z.record(z.string(), countSchema),
  sales_products: moneyText,
  /** Sum of memberships sold, including day passes. */
  sales_memberships: moneyText,
  sales_memberships_daily: moneyText,
  today_attendances: countSchema,
  active_memberships: countSchema,
  active_memberships_client_anonimo: countSchema,
  expired_memberships: countSchema,
})
export type Statistics = z.infer<typeof Statistics>

/** Sums of purchases, expenses and other money paid out, by kind. `voided` counts voids in the range, whenever booked. */
export const moneyOutSumsSchema = z.array(
  z.object({ kind: z.enum(moneyOutDocumentKinds), booked: moneyText, voided: moneyText }),
)

export const CashFlow = z.object({
  /** Sums of sales in the range, including sales voided later. */
  income: z.object({ products: moneyText, memberships: moneyText, total: moneyText }),
  /** Money paid out by documents that were booked in the range, in total and by kind. */
  expenses: moneyText,
  outgoings: moneyOutSumsSchema,
  /** Sums of documents voided in the range, whenever they were booked. */
  voided: z.object({ products: moneyText, memberships: moneyText, income: moneyText, expenses: moneyText }),
  /** Income minus expenses after subtracting the voided documents; may be negative. */
  balance: moneyText,
})
export type CashFlow = z.infer<typeof CashFlow>

export const weekdayNames = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'] as const

/** Returns the Sunday with which the week of a day begins. */
export const findWeekStart = (day: string) => addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())

const periodQuery = z.object({ period: z.enum(chartPeriods, 'Formato de periodo desconocido').default('yearly') })

export const statisticsArea = defineArea(
  {
    'statistics.read': defineGet(staffRoles, '/statistics/', 'Get the dashboard’s figures of today and this week', {
      answer: Statistics,
      shows: ['payments', 'pauses', 'clients', 'memberships', 'attendances', 'sales', 'gym-info'],
      polled: true,
    }),
    'statistics.cash-flow': defineGet(adminRoles, '/statistics/cash_flow', 'Get income, expenses and voids of days', {
      query: daysAndUserFilter,
      answer: CashFlow,
    }),
    'statistics.sales-by-user': defineGet(adminRoles, '/statistics/sales_by_user', 'List sales by worker and period', {
      query: periodQuery,
      answer: z.array(WorkerRevenue),
    }),
    'statistics.membership-sales-by-user': defineGet(
      adminRoles,
      '/statistics/membership_sales_by_user',
      'Get membership sales by worker over the same periods',
      { query: periodQuery, answer: z.array(WorkerRevenue) },
    ),
  },
  {
    shows: [...documentAreaNames, 'attendances'],
  },
)

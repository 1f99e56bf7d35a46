import type { Period } from '@torniquete/contract/statistics.ts'
import { pageFields, readDay, reading, readNumber, readText } from './search-values.ts'

/** The tabs by their name in the address. */
export const cashFlowTabLabels = {
  sales: 'Ventas de productos',
  purchases: 'Compras de productos',
  memberships: 'Ventas de membresías',
  charts: 'Gráficos',
} as const
export type Tab = keyof typeof cashFlowTabLabels
export type ListTab = Exclude<Tab, 'charts'>

export const periodChoices: Record<Period, string> = {
  weekly: 'Semanal',
  monthly: 'Mensual',
  quarterly: 'Trimestral',
  yearly: 'Anual',
}

export const usualPeriod: Period = 'yearly'

const isPeriod = (value: unknown): value is Period => typeof value === 'string' && Object.hasOwn(periodChoices, value)

export const usualCashFlowTab: Tab = 'sales'
/** Documents on a page (spec §9). */
export const cashFlowPageSize = 1000

export const isCashFlowTab = (value: unknown): value is Tab =>
  typeof value === 'string' && Object.hasOwn(cashFlowTabLabels, value)

const readPeriod = (value: unknown): Period | undefined =>
  isPeriod(value) && value !== usualPeriod ? value : undefined

/** The filter goes by the worker's name. */
export const readCashFlowSearch = reading({
  tab: (value): Tab | undefined => (isCashFlowTab(value) && value !== usualCashFlowTab ? value : undefined),
  user: readText,
  start: readDay,
  end: readDay,
  ...pageFields,
  /** The document of the tab whose bill is open. */
  bill: readNumber,
  sales_period: readPeriod,
  memberships_period: readPeriod,
})

/** What the address of the page holds; what is absent is as usual, an absent day is today. */
export type CashFlowSearch = ReturnType<typeof readCashFlowSearch>

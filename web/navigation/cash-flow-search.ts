import type { Period } from '@torniquete/contract/statistics.ts'
import { type RawSearch, readDay, readText, readWhole } from './search-values.ts'

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

/** What the address of the page holds; what is absent is as usual, an absent day is today. */
export interface CashFlowSearch {
  tab?: Tab
  /** The worker's name or a part of it. */
  user?: string
  start?: string
  end?: string
  /** Counts from 0. */
  page?: number
  size?: number
  /** The document of the tab whose bill is open. */
  bill?: number
  sales_period?: Period
  memberships_period?: Period
}

export const isCashFlowTab = (value: unknown): value is Tab =>
  typeof value === 'string' && Object.hasOwn(cashFlowTabLabels, value)

const readPeriod = (value: unknown) => (isPeriod(value) && value !== usualPeriod ? value : undefined)

export function readCashFlowSearch(raw: RawSearch): CashFlowSearch {
  return {
    tab: isCashFlowTab(raw.tab) && raw.tab !== usualCashFlowTab ? raw.tab : undefined,
    user: readText(raw.user),
    start: readDay(raw.start),
    end: readDay(raw.end),
    page: readWhole(raw.page, 1),
    size: readWhole(raw.size, 1, 1000),
    bill: readWhole(raw.bill, 1),
    sales_period: readPeriod(raw.sales_period),
    memberships_period: readPeriod(raw.memberships_period),
  }
}

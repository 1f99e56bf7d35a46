import type { ChartPeriod } from '@torniquete/contract/reports/statistics.ts'
import { makeChoiceParam, makeSearchReader, pageReaders, readDay, readText } from './search-values.ts'

export const cashFlowTabs = makeChoiceParam(
  {
    sales: 'Ventas de productos',
    purchases: 'Compras de productos',
    memberships: 'Ventas de membresías',
    charts: 'Gráficos',
  },
  'sales',
)
export type CashFlowTab = keyof typeof cashFlowTabs.labels
export type DocumentListTab = Exclude<CashFlowTab, 'charts'>

export const chartPeriodChoices = makeChoiceParam<ChartPeriod>(
  {
    weekly: 'Semanal',
    monthly: 'Mensual',
    quarterly: 'Trimestral',
    yearly: 'Anual',
  },
  'yearly',
)

/** Number of documents on a page (spec §9). */
export const cashFlowPageSize = 1000

export const readCashFlowSearch = makeSearchReader({
  tab: cashFlowTabs.read,
  user: readText,
  start: readDay,
  end: readDay,
  ...pageReaders,
  sales_period: chartPeriodChoices.read,
  memberships_period: chartPeriodChoices.read,
})

export type CashFlowSearch = ReturnType<typeof readCashFlowSearch>

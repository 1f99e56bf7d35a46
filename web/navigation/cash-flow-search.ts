import type { Period } from '@torniquete/contract/reports/statistics.ts'
import { choiceParam, makeSearchReader, pageFields, readDay, readText } from './search-values.ts'

export const cashFlowTabs = choiceParam(
  {
    sales: 'Ventas de productos',
    purchases: 'Compras de productos',
    memberships: 'Ventas de membresías',
    charts: 'Gráficos',
  },
  'sales',
)
export type CashFlowTab = keyof typeof cashFlowTabs.labels
export type ListTab = Exclude<CashFlowTab, 'charts'>

export const periodChoices = choiceParam<Period>(
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
  ...pageFields,
  sales_period: periodChoices.read,
  memberships_period: periodChoices.read,
})

export type CashFlowSearch = ReturnType<typeof readCashFlowSearch>

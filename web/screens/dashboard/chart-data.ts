// Chart and table data from the statistics.

import { type Statistics, weekDays } from '@torniquete/contract/reports/statistics.ts'
import { sumToCents } from '@torniquete/contract/shared/money.ts'
import { type Hue, othersHue, pickHue } from '../../kit/chart-colours.ts'

export interface ChartValue {
  name: string
  value: number
  hue: Hue
}

/** Maximum number of readable bars. */
const drawnPlans = 9

/** This week's days from Sunday. */
export const weekValues = ({ week_attendances: visits }: Statistics): ChartValue[] =>
  weekDays.map((name) => ({ name, value: visits[name] ?? 0, hue: pickHue(0) }))

/** Plans by number of clients. */
export function planValues({ membership_distribution: clients }: Statistics): ChartValue[] {
  const plans = Object.entries(clients).sort(([a, one], [b, other]) => other - one || a.localeCompare(b, 'es'))
  return plans.map(([name, value], rank) => ({ name, value, hue: pickHue(rank) }))
}

/** Members outside the chart's plans: imported without a plan, or inactive. */
export const uncountedClients = ({ active_memberships, membership_distribution }: Statistics): number =>
  active_memberships - Object.values(membership_distribution).reduce((sum, count) => sum + count, 0)

/** The first plans; the rest is summed in the last bar. */
export function drawnPlanValues(plans: readonly ChartValue[]): ChartValue[] {
  if (plans.length <= drawnPlans) return [...plans]
  const others = plans.slice(drawnPlans - 1)
  const name = `Otros ${others.length} planes`
  return [...plans.slice(0, drawnPlans - 1), { name, value: sumValues(others), hue: othersHue }]
}

/** Today's income by kind in cents. More voids than sales give no slice. */
export function incomeValues(statistics: Statistics): ChartValue[] {
  const daily = sumToCents(statistics.sales_memberships_daily)
  const kinds = [
    ['Productos', sumToCents(statistics.sales_products)],
    ['Membresías diarias', daily],
    ['Otras membresías', sumToCents(statistics.sales_memberships) - daily],
  ] as const
  return kinds.map(([name, value], rank) => ({ name, value: Math.max(0, value), hue: pickHue(rank) }))
}

export const sumValues = (values: readonly ChartValue[]): number => values.reduce((sum, { value }) => sum + value, 0)

/** `33 %`; `0 %` of zero. */
export const share = (value: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((100 * value) / whole)} %`

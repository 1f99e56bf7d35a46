// What the charts draw of the statistics, and what their tables list.
import { type Statistics, weekDays } from '@torniquete/contract/statistics.ts'
import { chartColour, othersColour } from '../../kit/chart-colours.ts'
import { centsOf } from '../cash-flow/balance.ts'

/** A bar or a slice. */
export interface Mark {
  name: string
  /** As the axis has it. */
  label: string
  value: number
  /** Of chart-colours.ts. */
  colour: string
}

/** Bars beyond these would be too thin to read. */
const drawnPlans = 9

/** Longer names do not fit beside their bars. */
const longestLabel = 16

const shortened = (name: string) =>
  name.length > longestLabel ? `${name.slice(0, longestLabel - 1).trimEnd()}…` : name

/** The days of this week, Domingo first, cut to three letters. */
export const weekMarks = ({ week_attendances: visits }: Statistics): Mark[] =>
  weekDays.map((name) => ({ name, label: name.slice(0, 3), value: visits[name] ?? 0, colour: chartColour(0) }))

/** The plans, that of most clients first. */
export function planMarks({ membership_distribution: clients }: Statistics): Mark[] {
  const plans = Object.entries(clients).sort(([a, one], [b, other]) => other - one || a.localeCompare(b, 'es'))
  return plans.map(([name, value], rank) => ({ name, label: shortened(name), value, colour: chartColour(rank) }))
}

/** The first ones; those that would not fit are summed in the last bar. */
export function drawnPlanMarks(plans: readonly Mark[]): Mark[] {
  if (plans.length <= drawnPlans) return [...plans]
  const others = plans.slice(drawnPlans - 1)
  const name = `Otros ${others.length} planes`
  return [...plans.slice(0, drawnPlans - 1), { name, label: name, value: sumOf(others), colour: othersColour }]
}

/** Today's income by kind, in whole cents. */
export function incomeMarks(statistics: Statistics): Mark[] {
  const daily = centsOf(statistics.sales_memberships_daily)
  const kinds = [
    ['Productos', centsOf(statistics.sales_products)],
    ['Membresías diarias', daily],
    ['Otras membresías', centsOf(statistics.sales_memberships) - daily],
  ] as const
  return kinds.map(([name, value], rank) => ({ name, label: name, value, colour: chartColour(rank) }))
}

export const sumOf = (marks: readonly Mark[]): number => marks.reduce((sum, { value }) => sum + value, 0)

/** `33 %`; nothing of nothing is `0 %`. */
export const share = (value: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((100 * value) / whole)} %`

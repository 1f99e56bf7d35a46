// Prepares the chart of revenue by worker. Amounts are integers in cents.
import type { WorkerRevenue } from '@torniquete/contract/reports/statistics.ts'
import { roundToCents } from '@torniquete/contract/shared/money.ts'

export interface WorkerRevenueSeries {
  key: string
  name: string
  /** Amounts in cents by period, such as `2026-W5`; periods without sales are missing. */
  amounts: ReadonlyMap<string, number>
  total: number
}

const drawnWorkers = 5

export const otherWorkersKey = 'others'

export const hasUnknownPeriod = (revenue: readonly WorkerRevenue[]): boolean =>
  revenue.some(({ data }) => data.some(({ period }) => formatChartPeriod(period) === null))

const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, each) => total + each, 0)

/** Adds a number to repeated names, so that legend and table distinguish workers with the same name. */
function withOwnNames(bars: readonly WorkerRevenueSeries[]): WorkerRevenueSeries[] {
  const seen = new Map<string, number>()
  return bars.map((worker) => {
    const count = (seen.get(worker.name) ?? 0) + 1
    seen.set(worker.name, count)
    return count === 1 ? worker : { ...worker, name: `${worker.name} (${count})` }
  })
}

export function makeWorkerRevenueSeries(
  revenue: readonly WorkerRevenue[],
  periods: readonly string[],
): WorkerRevenueSeries[] {
  const bars = revenue
    .map(({ user, data }) => {
      const shown = data.filter(({ period }) => periods.includes(period))
      const amounts = new Map(shown.map(({ period, total }) => [period, roundToCents(total)]))
      return { key: `worker-${user.id}`, name: user.name, amounts, total: sum(amounts.values()) }
    })
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total || one.name.localeCompare(other.name, 'es'))
  return withOwnNames(bars)
}

/** Bars of the first five workers; the revenue of all other workers is summed in a grey bar 'Otros'. */
export function listTopSeriesWithOthers(
  bars: readonly WorkerRevenueSeries[],
  periods: readonly string[],
): WorkerRevenueSeries[] {
  const others = bars.slice(drawnWorkers)
  const drawn = bars.slice(0, drawnWorkers)
  if (others.length === 0) return drawn
  const amounts = new Map(periods.map((period) => [period, sumPeriod(period, others)]))
  return [...drawn, { key: otherWorkersKey, name: 'Otros', amounts, total: sum(amounts.values()) }]
}

const sumPeriod = (period: string, bars: readonly WorkerRevenueSeries[]): number =>
  sum(bars.map(({ amounts }) => amounts.get(period) ?? 0))

export interface PeriodRevenueRow {
  label: string
  /** Amounts in cents by worker, in the order of the bars. */
  amounts: readonly number[]
  total: number
}

export function listPeriodRevenueRows(
  bars: readonly WorkerRevenueSeries[],
  periods: readonly string[],
): PeriodRevenueRow[] {
  const rows = periods.map((period) => ({
    label: formatChartPeriod(period) ?? period,
    amounts: bars.map(({ amounts }) => amounts.get(period) ?? 0),
    total: sumPeriod(period, bars),
  }))
  const totals = bars.map(({ total }) => total)
  return [...rows, { label: 'Total', amounts: totals, total: sum(totals) }]
}

interface RevenueLine {
  label: string
  worker: string
  amount: number
}

/** Lines of the chart's table, without zero amounts; the last line is the total. */
export function listWorkerRevenueLines(
  bars: readonly WorkerRevenueSeries[],
  periods: readonly string[],
): RevenueLine[] {
  const rows = listPeriodRevenueRows(bars, periods)
  const lines = rows.flatMap(({ label, amounts }) =>
    bars.map(({ name }, index) => ({ label, worker: name, amount: amounts[index] ?? 0 })),
  )
  const all = { label: 'Total', worker: 'Todos', amount: rows.at(-1)?.total ?? 0 }
  return [...lines.filter(({ amount }) => amount !== 0), all]
}

export const unknownPeriodText = 'Formato de periodo desconocido'

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

/** Label of a period: `2026-W5` → `Sem 5 2026`, `2026-03` → `mar 2026`, `2026-Q4` → `T4 2026`; null if invalid. */
export function formatChartPeriod(name: string): string | null {
  const [, year, week, quarter, month] = /^(\d{4})(?:-(?:W(\d{1,2})|Q([1-4])|(\d{2})))?$/.exec(name) ?? []
  if (year === undefined) return null
  if (week !== undefined) return Number(week) >= 1 && Number(week) <= 53 ? `Sem ${Number(week)} ${year}` : null
  if (quarter !== undefined) return `T${quarter} ${year}`
  if (month === undefined) return year
  const monthName = months[Number(month) - 1]
  return monthName === undefined ? null : `${monthName} ${year}`
}

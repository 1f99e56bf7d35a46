import { fromCents, showMoney } from '@torniquete/contract/shared/money.ts'
import { ChartLegend } from '../../kit/ChartLegend.tsx'
import { ColumnChart } from '../../kit/ColumnChart.tsx'
import { othersHue, pickHue } from '../../kit/chart-colours.ts'
import { periodLabel } from './period-labels.ts'
import { drawnBars, othersKey, type WorkerBars } from './revenue-bars.ts'

const inMoney = (cents: number) => showMoney(fromCents(cents))

/** Short format for the axis: `$ 12.5 k`, `$ 3 M`. */
function shortMoney(cents: number): string {
  const written = (value: number, unit = '') => `$ ${Number(value.toFixed(1))}${unit}`
  const [amount, size] = [cents / 100, Math.abs(cents / 100)]
  if (size >= 1_000_000) return written(amount / 1_000_000, ' M')
  return size >= 1000 ? written(amount / 1000, ' k') : written(amount)
}

interface RevenueColumnsProps {
  title: string
  periods: readonly string[]
  bars: readonly WorkerBars[]
}

/** A group of columns for each period with one per worker, on screen and printed. */
export function RevenueColumns({ title, periods, bars }: RevenueColumnsProps) {
  // One of five colours by rank; 'Otros' is grey.
  const workers = drawnBars(bars, periods).map((worker, rank) => ({
    ...worker,
    hue: worker.key === othersKey ? othersHue : pickHue(rank),
  }))
  const groups = periods.map((period) => ({
    label: periodLabel(period) ?? period,
    columns: workers.map(({ name, hue, amounts }) => ({ name, hue, value: amounts.get(period) ?? 0 })),
  }))
  return (
    <>
      <ColumnChart
        description={`Gráfico de barras: ${title.toLowerCase()}. Los importes están en la tabla.`}
        groups={groups}
        show={inMoney}
        showTick={shortMoney}
        leastStep={100}
        height={240}
      />
      <ChartLegend entries={workers.map(({ key, name, hue }) => ({ key, text: name, hue }))} />
    </>
  )
}

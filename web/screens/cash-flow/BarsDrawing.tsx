import { BarChart } from '@mantine/charts'
import { showMoney } from '@torniquete/contract/money.ts'
import type { Ref } from 'react'
import { ChartLegend } from '../../kit/ChartLegend.tsx'
import chart from '../../kit/chart.module.css'
import { chartColour, othersColour } from '../../kit/chart-colours.ts'
import { periodLabel } from './period-labels.ts'
import { drawnBars, othersKey, type WorkerBars } from './revenue-bars.ts'

/** One of the palette's five, by rank; 'Otros' is grey. */
const colourOf = ({ key }: WorkerBars, rank: number) => (key === othersKey ? othersColour : chartColour(rank))

/** Short enough for the axis: `$ 12.5 k`, `$ 3 M`. */
function shortMoney(amount: number): string {
  const written = (value: number) => String(Number(value.toFixed(1)))
  if (amount >= 1_000_000) return `$ ${written(amount / 1_000_000)} M`
  return amount >= 1000 ? `$ ${written(amount / 1000)} k` : `$ ${written(amount)}`
}

interface BarsDrawingProps {
  ref: Ref<HTMLDivElement>
  title: string
  periods: readonly string[]
  bars: readonly WorkerBars[]
}

export function BarsDrawing({ ref, title, periods, bars }: BarsDrawingProps) {
  const drawn = drawnBars(bars, periods)
  const data = periods.map((period) => ({
    period: periodLabel(period),
    ...Object.fromEntries(drawn.map(({ key, amounts }) => [key, (amounts.get(period) ?? 0) / 100])),
  }))
  const description = `Gráfico de barras: ${title.toLowerCase()}. Los importes están en la tabla.`
  return (
    <div ref={ref} className={chart.palette}>
      <div role="img" aria-label={description}>
        <BarChart
          h={320}
          data={data}
          dataKey="period"
          series={drawn.map((worker, rank) => ({
            name: worker.key,
            label: worker.name,
            color: colourOf(worker, rank),
          }))}
          accessibilityLayer={false}
          valueFormatter={showMoney}
          yAxisProps={{ width: 72, tickFormatter: shortMoney }}
          // Every period has its label, slanted where they are many.
          xAxisProps={{ interval: 0, ...(periods.length > 5 && { angle: -45, textAnchor: 'end', height: 72 }) }}
          barChartProps={{ barGap: 1, barCategoryGap: '14%' }}
          maxBarWidth={48}
        />
      </div>
      <BarsLegend bars={drawn} />
    </div>
  )
}

export function BarsLegend({ bars }: { bars: readonly WorkerBars[] }) {
  return (
    <ChartLegend
      entries={bars.map((worker, rank) => ({ key: worker.key, text: worker.name, colour: colourOf(worker, rank) }))}
    />
  )
}

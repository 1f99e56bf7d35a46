// Loaded late, with the library that draws.
import '@mantine/charts/styles.layer.css'
import { BarChart, PieChart } from '@mantine/charts'
import { fromCents, showMoney } from '@torniquete/contract/money.ts'
import type { Mark } from './chart-data.ts'

const counted = (count: number) => count.toLocaleString('es-ES')

interface BarsProps {
  marks: readonly Mark[]
  /** What is counted, as the tooltip says it. */
  unit: string
  height: number
}

const bars = ({ marks, unit, height }: BarsProps) => ({
  h: height,
  data: marks.map(({ label, value, colour }) => ({ label, value, color: colour })),
  dataKey: 'label',
  series: [{ name: 'value', label: unit, color: marks[0]?.colour ?? 'gray' }],
  withBarValueLabel: true,
  valueFormatter: counted,
  accessibilityLayer: false,
})

/** Upright bars. */
export function ColumnsDrawing(props: BarsProps) {
  return (
    <BarChart
      {...bars(props)}
      maxBarWidth={56}
      yAxisProps={{ width: 44, allowDecimals: false }}
      xAxisProps={{ interval: 0 }}
      // The number above the longest bar needs its place.
      barChartProps={{ margin: { top: 20 } }}
    />
  )
}

/** Lying bars, which leave their names room. */
export function RowsDrawing(props: BarsProps) {
  return (
    <BarChart
      {...bars(props)}
      orientation="vertical"
      gridAxis="y"
      maxBarWidth={28}
      xAxisProps={{ allowDecimals: false }}
      yAxisProps={{ width: 118, interval: 0 }}
      barChartProps={{ margin: { right: 36 } }}
    />
  )
}

/** Slices of cents. */
export function PieDrawing({ marks, size }: { marks: readonly Mark[]; size: number }) {
  const slices = marks.filter(({ value }) => value > 0)
  return (
    <PieChart
      data={slices.map(({ name, value, colour }) => ({ name, value, color: colour }))}
      size={size}
      mx="auto"
      strokeColor="var(--surface)"
      strokeWidth={slices.length > 1 ? 2 : 0}
      withTooltip
      tooltipDataSource="segment"
      valueFormatter={(cents) => showMoney(fromCents(cents))}
      accessibilityLayer={false}
    />
  )
}

import { fromCents, showMoney } from '@torniquete/contract/money.ts'
import { useLayoutEffect, useRef } from 'react'
import chart from '../../kit/chart.module.css'
import { PrintTable } from '../../kit/PrintTable.tsx'
import { BarsLegend } from './BarsDrawing.tsx'
import classes from './charts.module.css'
import { drawnBars, revenueLines, type WorkerBars } from './revenue-bars.ts'

interface PrintedChartProps {
  title: string
  /** The chart of the page, of which a copy is printed: a new one would have to measure itself first. */
  drawing: SVGSVGElement
  periods: readonly string[]
  bars: readonly WorkerBars[]
}

/** Keeps its proportions on whatever width the paper has. */
function copyOf(drawing: SVGSVGElement): Node {
  const copy = drawing.cloneNode(true)
  if (copy instanceof SVGSVGElement) copy.style.height = 'auto'
  return copy
}

/** The chart and its numbers, a line for each: paper is too narrow for a column for each worker. */
export function PrintedChart({ title, drawing, periods, bars }: PrintedChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(copyOf(drawing)), [drawing])
  return (
    <div className={chart.palette}>
      <PrintTable
        title={title}
        subtitle={
          <>
            <div ref={place} className={classes.copy} />
            <BarsLegend bars={drawnBars(bars, periods)} />
          </>
        }
        columns={[
          { header: 'Periodo', cell: ({ label }) => label },
          { header: 'Trabajador', cell: ({ worker }) => worker },
          { header: 'Total', align: 'right', cell: ({ amount }) => showMoney(fromCents(amount)) },
        ]}
        rows={revenueLines(bars, periods)}
        rowKey={({ label, worker }) => `${label} ${worker}`}
      />
    </div>
  )
}

import { fromCents, showMoney } from '@torniquete/contract/shared/money.ts'
import { PrintTable } from '../../kit/PrintTable.tsx'
import classes from './charts.module.css'
import { RevenueColumns } from './RevenueColumns.tsx'
import { revenueLines, type WorkerBars } from './revenue-bars.ts'

interface PrintedChartProps {
  title: string
  periods: readonly string[]
  bars: readonly WorkerBars[]
  /** Text instead of a chart that is empty or loading. */
  told: string
}

/** The chart and its numbers in rows, because paper is too narrow for a column per worker. */
export function PrintedChart({ title, periods, bars, told }: PrintedChartProps) {
  if (bars.length === 0) return <PrintTable title={title} subtitle={told} columns={[]} rows={[]} rowKey={String} />
  return (
    <PrintTable
      title={title}
      subtitle={
        <>
          {told}
          <div className={classes.printed}>
            <RevenueColumns title={title} periods={periods} bars={bars} />
          </div>
        </>
      }
      columns={[
        { header: 'Periodo', folded: 'first', cell: ({ label }) => label },
        { header: 'Trabajador', cell: ({ worker }) => worker },
        { header: 'Total', folded: 'first', align: 'right', cell: ({ amount }) => showMoney(fromCents(amount)) },
      ]}
      rows={revenueLines(bars, periods)}
      rowKey={({ label, worker }) => `${label} ${worker}`}
    />
  )
}

import { fromCents, showMoney } from '@torniquete/contract/money.ts'
import { PrintTable } from '../../kit/PrintTable.tsx'
import classes from './charts.module.css'
import { RevenueColumns } from './RevenueColumns.tsx'
import { revenueLines, type WorkerBars } from './revenue-bars.ts'

interface PrintedChartProps {
  title: string
  periods: readonly string[]
  bars: readonly WorkerBars[]
}

/** The chart and its numbers, a line for each: paper is too narrow for a column for each worker. */
export function PrintedChart({ title, periods, bars }: PrintedChartProps) {
  return (
    <PrintTable
      title={title}
      subtitle={
        <div className={classes.printed}>
          <RevenueColumns title={title} periods={periods} bars={bars} />
        </div>
      }
      columns={[
        { key: 'period', header: 'Periodo', folded: 'first', cell: ({ label }) => label },
        { key: 'worker', header: 'Trabajador', cell: ({ worker }) => worker },
        {
          key: 'total',
          header: 'Total',
          folded: 'first',
          align: 'right',
          cell: ({ amount }) => showMoney(fromCents(amount)),
        },
      ]}
      rows={revenueLines(bars, periods)}
      rowKey={({ label, worker }) => `${label} ${worker}`}
    />
  )
}

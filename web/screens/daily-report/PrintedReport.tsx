import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { listRefundSums } from '@torniquete/contract/till/refunds.ts'
import { debtLines } from '@torniquete/contract/till/tender-words.ts'
import type { KindFlow } from '@torniquete/contract/till/tenders.ts'
import type { Void } from '@torniquete/contract/till/voids.ts'
import { voidsList } from '../../features/bills/VoidsList.tsx'
import { flowLines } from '../../features/paying/kind-sums.ts'
import { PrintedList } from '../../kit/PrintedList.tsx'
import { PrintTable } from '../../kit/PrintTable.tsx'
import { PrintedDayMoney } from './DayMoney.tsx'
import { balanceLine, countedFigures, dayInWords, incomeLines, outgoingLines } from './report-figures.ts'

interface PrintedReportProps {
  report: DailyReport
  /** Voids of that day's documents, whenever booked. */
  voids: { items: readonly Void[]; total: number }
  /** Sums by payment method. */
  flow: readonly KindFlow[]
  zone: string
}

interface Line {
  label: string
  value: string
}

const amountsOf = (what: string, lines: Line[]): Line[] =>
  lines.map(({ label, value }) => ({ label: `${what}: ${label.toLowerCase()}`, value: showMoney(value) }))

/** The printed report: figures, voids, low stock. */
export function PrintedReport({ report, voids, flow, zone }: PrintedReportProps) {
  const lines: Line[] = [
    ...amountsOf('Ingresos', incomeLines(report)),
    ...amountsOf('Egresos', outgoingLines(report)),
    { label: 'Balance', value: showMoney(balanceLine(report).value) },
    ...amountsOf('Formas de pago', flowLines(flow)),
    ...amountsOf('Deudas', debtLines(flow)),
    ...listRefundSums(report.refunds).map(({ label, value }) => ({ label, value: showMoney(value) })),
    ...countedFigures(report).map(({ label, count }) => ({ label, value: showNumber(count) })),
  ]
  return (
    <>
      <PrintTable
        title="Informe del día"
        subtitle={dayInWords(report.day)}
        columns={[
          { header: 'Concepto', folded: 'first', cell: ({ label }: Line) => label },
          { header: 'Valor', folded: 'first', align: 'right', cell: ({ value }: Line) => value },
        ]}
        rows={lines}
        rowKey={({ label }) => label}
      />
      {voids.total > 0 && (
        <PrintedList
          {...voidsList(zone, { start_date: report.day, end_date: report.day })}
          rows={voids.items}
          place={{ page: 0, size: voids.items.length, total: voids.total }}
        />
      )}
      <PrintedDayMoney report={report} zone={zone} />
      <PrintTable
        title="Existencia baja"
        subtitle={report.low_stock.length === 0 ? 'Ningún producto.' : 'Al imprimir este informe.'}
        columns={report.low_stock.length === 0 ? [] : lowStockColumns}
        rows={report.low_stock}
        rowKey={({ id }) => id}
      />
    </>
  )
}

type LowProduct = DailyReport['low_stock'][number]

/** On screen and printed; the header is the key. */
export const lowStockColumns = [
  { header: 'Producto', folded: 'first' as const, cell: ({ name }: LowProduct) => name },
  { header: 'Cantidad actual', align: 'right' as const, cell: ({ quantity }: LowProduct) => showNumber(quantity) },
  { header: 'Cantidad mínima', align: 'right' as const, cell: ({ minimum }: LowProduct) => showNumber(minimum) },
]

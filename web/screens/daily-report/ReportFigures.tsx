import { Skeleton } from '@mantine/core'
import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { KindFlow } from '@torniquete/contract/till/tenders.ts'
import { debtsWithTotal, flowLines } from '../../features/paying/kind-sums.ts'
import { AmountList, FigureCard, NumberCard } from '../../kit/FigureCard.tsx'
import classes from './daily-report.module.css'
import { balanceLine, countedFigures, incomeLines, outgoingLines } from './report-figures.ts'

export function ReportFigures({ report, flow }: { report: DailyReport; flow: readonly KindFlow[] }) {
  const debts = debtsWithTotal(flow)
  return (
    <div
      className={classes.figures}
      data-kinds={flow.length > 0 || undefined}
      data-debts={debts.length > 0 || undefined}
    >
      <FigureCard order={3} title="Ingresos">
        <AmountList amounts={incomeLines(report)} />
      </FigureCard>
      <FigureCard order={3} title="Egresos">
        <AmountList amounts={outgoingLines(report)} />
      </FigureCard>
      <FigureCard order={3} title="Balance">
        <AmountList amounts={[balanceLine(report)]} />
      </FigureCard>
      {flow.length > 0 && (
        <FigureCard order={3} title="Por forma de pago">
          <AmountList amounts={flowLines(flow)} />
        </FigureCard>
      )}
      {debts.length > 0 && (
        <FigureCard order={3} title="Deudas">
          <AmountList amounts={debts} />
        </FigureCard>
      )}
      {countedFigures(report).map(({ label, count, hint }) => (
        <NumberCard order={3} key={label} title={label} value={showNumber(count)} hint={hint} />
      ))}
    </div>
  )
}

const places = ['a', 'b', 'c', 'd', 'e', 'f']

/** Placeholders while the figures load. */
export function WaitingFigures() {
  return (
    <div className={classes.figures} role="status" aria-label="Cargando…">
      {places.map((place) => (
        <Skeleton key={place} height="auto" mih={122} />
      ))}
    </div>
  )
}

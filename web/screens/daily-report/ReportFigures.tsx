import { Paper, Skeleton, Title } from '@mantine/core'
import type { DailyReport } from '@torniquete/contract/daily-report.ts'
import { type ReactNode, useId } from 'react'
import { Money } from '../../kit/Money.tsx'
import classes from './daily-report.module.css'
import { countedFigures, incomeLines } from './report-figures.ts'

export function ReportFigures({ report }: { report: DailyReport }) {
  return (
    <div className={classes.figures}>
      <Card title="Ingresos">
        <dl className={classes.income}>
          {incomeLines(report).map(({ label, amount }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Money value={amount} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      {countedFigures(report).map(({ label, count, hint }) => (
        <Card key={label} title={label}>
          <p className={classes.amount}>{count.toLocaleString('es-ES')}</p>
          <p className={classes.hint}>{hint}</p>
        </Card>
      ))}
    </div>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <Paper component="section" aria-labelledby={heading} className={classes.card}>
      <Title order={3} id={heading} className={classes.name}>
        {title}
      </Title>
      {children}
    </Paper>
  )
}

const places = ['a', 'b', 'c', 'd', 'e']

/** Where the figures will be. */
export function WaitingFigures() {
  return (
    <div className={classes.figures} role="status" aria-label="Cargando…">
      {places.map((place) => (
        <Skeleton key={place} height="auto" mih={122} />
      ))}
    </div>
  )
}

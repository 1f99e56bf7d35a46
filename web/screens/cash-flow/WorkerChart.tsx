import { Alert, Box, Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  periods as allPeriods,
  listLastPeriods,
  type Period,
  type WorkerRevenue,
} from '@torniquete/contract/reports/statistics.ts'
import { useMemo } from 'react'
import { ChartCard } from '../../kit/ChartCard.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { IconPrinter } from '../../kit/icons.ts'
import { QueryState } from '../../kit/LoadError.tsx'
import { usePaper } from '../../kit/printing.ts'
import { Segments } from '../../kit/Segments.tsx'
import { missingText } from '../../kit/table-column.ts'
import { periodChoices } from '../../navigation/cash-flow-search.ts'
import classes from './charts.module.css'
import { PrintedChart } from './PrintedChart.tsx'
import { unknownPeriodText } from './period-labels.ts'
import { RevenueColumns } from './RevenueColumns.tsx'
import { RevenueTable } from './RevenueTable.tsx'
import { hasUnknownPeriod, makeBars, type WorkerBars } from './revenue-bars.ts'

interface WorkerChartProps {
  title: string
  revenue: UseQueryResult<WorkerRevenue[]>
  period: Period
  today: string
  onPeriod: (period: Period) => void
}

const nothingText = 'No hay beneficios en el periodo selecciondado'

const choices = allPeriods.map((value) => ({ value, label: periodChoices.labels[value] }))

export function WorkerChart({ title, revenue, period, today, onPeriod }: WorkerChartProps) {
  const periods = useMemo(() => listLastPeriods(period, today).map(({ name }) => name), [period, today])
  const bars = useMemo(() => makeBars(revenue.data ?? [], periods), [revenue.data, periods])
  const nothing = bars.length === 0
  const name = `${title} (${periodChoices.labels[period]})`
  const unknown = hasUnknownPeriod(revenue.data ?? []) && unknownPeriodText
  const told = missingText(revenue, revenue.data) ?? [unknown, nothing && nothingText].filter(Boolean).join('. ')
  const paper = <PrintedChart title={name} periods={periods} bars={bars} told={told} />
  const print = usePaper({ content: paper, title: name, part: true })
  const table = nothing ? null : (
    <RevenueTable label={`Tabla de ${title.toLowerCase()}`} periods={periods} bars={bars} query={revenue} />
  )
  return (
    <ChartCard title={title} table={table} actions={<PrintButton title={title} disabled={nothing} onClick={print} />}>
      <Segments
        label={`Periodo de ${title}`}
        choices={choices}
        value={period}
        onChange={onPeriod}
        className={classes.periods}
      />
      {/* Reserved while loading, so that the layout does not move. */}
      <Box mih="22rem">
        <Revenue title={title} revenue={revenue} periods={periods} bars={bars} />
      </Box>
    </ChartCard>
  )
}

interface PrintButtonProps {
  title: string
  disabled: boolean
  onClick: () => void
}

function PrintButton({ title, disabled, onClick }: PrintButtonProps) {
  return (
    <Button
      size="sm"
      variant="default"
      flex="none"
      leftSection={<IconPrinter size={18} aria-hidden />}
      aria-label={`Imprimir ${title}`}
      disabled={disabled}
      onClick={onClick}
    >
      Imprimir
    </Button>
  )
}

interface RevenueProps {
  title: string
  revenue: UseQueryResult<WorkerRevenue[]>
  periods: readonly string[]
  bars: readonly WorkerBars[]
}

function Revenue({ title, revenue, periods, bars }: RevenueProps) {
  const { data } = revenue
  if (!data) return <QueryState queries={[revenue]} />
  const unknown = hasUnknownPeriod(data) && (
    <Alert color="yellow" role="alert" mb="sm">
      {unknownPeriodText}
    </Alert>
  )
  return (
    <>
      {unknown}
      {bars.length === 0 ? (
        <EmptyState text={nothingText} />
      ) : (
        <RevenueColumns title={title} periods={periods} bars={bars} />
      )}
    </>
  )
}

import { Alert, Box, Button, SegmentedControl, SimpleGrid } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  chartPeriods as allPeriods,
  type ChartPeriod,
  listLastPeriods,
  type WorkerRevenue,
} from '@torniquete/contract/reports/statistics.ts'
import { formatMoney, fromCents } from '@torniquete/contract/shared/money.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ChartCard, ChartLegend, ColumnChart, greyHue, pickSeriesHue } from '../../kit/chart-parts.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { IconPrinter } from '../../kit/icons.ts'
import { SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { Money } from '../../kit/Money.tsx'
import { PrintedList } from '../../kit/PrintedList.tsx'
import { useRegisterPrintDocument } from '../../kit/printing.ts'
import { type Column, getMissingRowsText, type TableQuery } from '../../kit/table-column.ts'
import { type CashFlowSearch, chartPeriodChoices } from '../../navigation/cash-flow-search.ts'
import classes from './cash-flow.module.css'
import {
  formatChartPeriod,
  hasUnknownPeriod,
  listPeriodRevenueRows,
  listTopSeriesWithOthers,
  listWorkerRevenueLines,
  makeWorkerRevenueSeries,
  otherWorkersKey,
  type PeriodRevenueRow,
  unknownPeriodText,
  type WorkerRevenueSeries,
} from './revenue-bars.ts'

interface ChartsProps {
  today: string
  search: CashFlowSearch
  change: (next: CashFlowSearch) => void
}

export function CashFlowCharts({ today, search, change }: ChartsProps) {
  const {
    sales_period: salesPeriod = chartPeriodChoices.usual,
    memberships_period: membershipsPeriod = chartPeriodChoices.usual,
  } = search
  const sales = useEndpoint('statistics.sales-by-user', { query: { period: salesPeriod } })
  const memberships = useEndpoint('statistics.membership-sales-by-user', { query: { period: membershipsPeriod } })
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <WorkerChart
        title="Ventas de productos por trabajador"
        revenue={sales}
        period={salesPeriod}
        today={today}
        onPeriod={(period) => change({ sales_period: chartPeriodChoices.write(period) })}
      />
      <WorkerChart
        title="Ventas de membresías por trabajador"
        revenue={memberships}
        period={membershipsPeriod}
        today={today}
        onPeriod={(period) => change({ memberships_period: chartPeriodChoices.write(period) })}
      />
    </SimpleGrid>
  )
}

interface WorkerChartProps {
  title: string
  revenue: UseQueryResult<WorkerRevenue[]>
  period: ChartPeriod
  today: string
  onPeriod: (period: ChartPeriod) => void
}

const nothingText = 'No hay beneficios en el periodo selecciondado'

const choices = allPeriods.map((value) => ({ value, label: chartPeriodChoices.labels[value] }))

function WorkerChart({ title, revenue, period, today, onPeriod }: WorkerChartProps) {
  const periods = useMemo(() => listLastPeriods(period, today).map(({ name }) => name), [period, today])
  const bars = useMemo(() => makeWorkerRevenueSeries(revenue.data ?? [], periods), [revenue.data, periods])
  const nothing = bars.length === 0
  const name = `${title} (${chartPeriodChoices.labels[period]})`
  const unknown = hasUnknownPeriod(revenue.data ?? []) && unknownPeriodText
  const told = getMissingRowsText(revenue, revenue.data) ?? [unknown, nothing && nothingText].filter(Boolean).join('. ')
  const paper = <PrintedChart title={name} periods={periods} bars={bars} told={told} />
  const print = useRegisterPrintDocument({ content: paper, title: name, part: true })
  const table = nothing ? null : <RevenueTable title={title} periods={periods} bars={bars} query={revenue} />
  return (
    <ChartCard
      title={title}
      table={table}
      actions={
        <Button
          size="sm"
          variant="default"
          flex="none"
          leftSection={<IconPrinter size={18} aria-hidden />}
          aria-label={`Imprimir ${title}`}
          disabled={nothing}
          onClick={print}
        >
          Imprimir
        </Button>
      }
    >
      <SegmentedControl
        aria-label={`Periodo de ${title}`}
        data={choices}
        value={period}
        onChange={onPeriod}
        className={classes.periods}
      />
      {/* The height is reserved while loading, so that the layout does not move. */}
      <Box mih="22rem">
        {!revenue.data && <SpinnerOrLoadError queries={[revenue]} />}
        {unknown && (
          <Alert color="yellow" role="alert" mb="sm">
            {unknown}
          </Alert>
        )}
        {revenue.data && nothing && <EmptyState text={nothingText} />}
        {revenue.data && !nothing && <RevenueColumns title={title} periods={periods} bars={bars} />}
      </Box>
    </ChartCard>
  )
}

interface BarsProps {
  title: string
  periods: readonly string[]
  bars: readonly WorkerRevenueSeries[]
}

/** Prints the chart as a table, because paper is too narrow for a column per worker. `told`: text if it has no bars. */
function PrintedChart({ title, periods, bars, told }: BarsProps & { told: string }) {
  return (
    <PrintedList
      label={title}
      filter={told}
      figures={
        bars.length > 0 && (
          <div className={classes.printedChart}>
            <RevenueColumns title={title} periods={periods} bars={bars} />
          </div>
        )
      }
      columns={[
        { header: 'Periodo', folded: 'first', cell: ({ label }) => label },
        { header: 'Trabajador', cell: ({ worker }) => worker },
        { header: 'Total', folded: 'first', align: 'right', cell: ({ amount }) => formatMoney(fromCents(amount)) },
      ]}
      rows={bars.length > 0 ? listWorkerRevenueLines(bars, periods) : []}
      rowKey={({ label, worker }) => `${label} ${worker}`}
    />
  )
}

const inMoney = (cents: number) => formatMoney(fromCents(cents))

/** Short amount for a chart axis: `$ 12.5 k`, `$ 3 M`. */
function shortMoney(cents: number): string {
  const written = (value: number, unit = '') => `$ ${Number(value.toFixed(1))}${unit}`
  const [amount, size] = [cents / 100, Math.abs(cents / 100)]
  if (size >= 1_000_000) return written(amount / 1_000_000, ' M')
  return size >= 1000 ? written(amount / 1000, ' k') : written(amount)
}

function RevenueColumns({ title, periods, bars }: BarsProps) {
  const workers = listTopSeriesWithOthers(bars, periods).map((worker, rank) => ({
    ...worker,
    hue: worker.key === otherWorkersKey ? greyHue : pickSeriesHue(rank),
  }))
  const groups = periods.map((period) => ({
    label: formatChartPeriod(period) ?? period,
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

function RevenueTable({ title, periods, bars, query }: BarsProps & { query: TableQuery }) {
  const workers = bars.map(
    ({ key, name }, index): Column<PeriodRevenueRow> => ({
      key,
      header: name,
      align: 'right',
      cell: ({ amounts }) => <Money value={fromCents(amounts[index] ?? 0)} />,
    }),
  )
  const columns: Column<PeriodRevenueRow>[] = [
    { header: 'Periodo', folded: 'first', cell: (row) => <strong>{row.label}</strong> },
    ...workers,
    { header: 'Total', align: 'right', folded: 'first', cell: ({ total }) => <Money value={fromCents(total)} bold /> },
  ]
  return (
    <DataTable
      label={`Tabla de ${title.toLowerCase()}`}
      columns={columns}
      rows={listPeriodRevenueRows(bars, periods)}
      rowKey={(row) => row.label}
      query={query}
      unprinted
      empty=""
    />
  )
}

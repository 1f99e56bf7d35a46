import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { fromCents, showMoney } from '@torniquete/contract/money.ts'
import { showNumber } from '@torniquete/contract/numbers.ts'
import type { Statistics } from '@torniquete/contract/statistics.ts'
import { type ReactNode, useMemo } from 'react'
import { ChartCard } from '../../kit/ChartCard.tsx'
import { ChartLegend } from '../../kit/ChartLegend.tsx'
import { ColumnChart } from '../../kit/ColumnChart.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { PieChart } from '../../kit/PieChart.tsx'
import { RowChart } from '../../kit/RowChart.tsx'
import type { TableQuery } from '../../kit/table-column.ts'
import { drawnPlanMarks, incomeMarks, type Mark, planMarks, share, sumOf, weekMarks } from './chart-data.ts'
import classes from './dashboard.module.css'

const inMoney = (cents: number) => showMoney(fromCents(cents))

export function Charts({ statistics }: { statistics: UseQueryResult<Statistics> }) {
  const { data } = statistics
  const week = useMemo(() => data && weekMarks(data), [data])
  const plans = useMemo(() => data && planMarks(data), [data])
  const income = useMemo(() => data && incomeMarks(data), [data])
  return (
    <div className={classes.charts}>
      <div className={classes.wide}>
        <Chart
          query={statistics}
          title="Asistencia Semanal"
          kind="Gráfico de barras"
          marks={week}
          headers={['Día', 'Asistentes']}
          show={showNumber}
          height={240}
          empty="No hay asistencias esta semana"
          draw={(description, marks) => <WeekColumns description={description} marks={marks} />}
        />
      </div>
      <Chart
        query={statistics}
        title="Distribución de Membresías Activas"
        kind="Gráfico de barras"
        marks={plans}
        headers={['Plan', 'Clientes']}
        show={showNumber}
        height={180}
        empty="No hay membresías activas"
        draw={(description, marks) => (
          <RowChart description={description} rows={drawnPlanMarks(marks)} show={showNumber} />
        )}
      />
      <Chart
        query={statistics}
        title="Ingresos"
        kind="Gráfico circular"
        marks={income}
        headers={['Concepto', 'Importe']}
        show={inMoney}
        height={300}
        empty="Aún no hay ingresos hoy"
        draw={(description, marks) => <IncomePie description={description} marks={marks} />}
      />
    </div>
  )
}

interface DrawingProps {
  /** The chart in words. */
  description: string
  marks: readonly Mark[]
}

/** The names of the days are cut to three letters. */
function WeekColumns({ description, marks }: DrawingProps) {
  const groups = marks.map(({ name, value, hue }) => ({
    label: name.slice(0, 3),
    columns: [{ name: 'Asistentes', value, hue }],
  }))
  return <ColumnChart description={description} groups={groups} show={showNumber} height={180} />
}

function IncomePie({ description, marks }: DrawingProps) {
  const whole = sumOf(marks)
  return (
    <>
      <PieChart description={description} slices={marks} show={inMoney} size={230} />
      <ChartLegend
        entries={marks.map(({ name, value, hue }) => ({ key: name, text: `${name} ${share(value, whole)}`, hue }))}
      />
    </>
  )
}

interface ChartProps {
  query: UseQueryResult<Statistics>
  title: string
  kind: string
  marks: readonly Mark[] | undefined
  headers: readonly [string, string]
  show: (value: number) => string
  /** Px kept free, so that nothing jumps when the figures come. */
  height: number
  empty: string
  draw: (description: string, marks: readonly Mark[]) => ReactNode
}

function Chart({ query, title, kind, marks, headers, show, height, empty, draw }: ChartProps) {
  const nothing = !marks || marks.every(({ value }) => value === 0)
  const table = nothing ? null : (
    <MarksTable label={`Tabla de ${title.toLowerCase()}`} headers={headers} marks={marks} show={show} query={query} />
  )
  const inWords = marks?.map(({ name, value }) => `${name} ${show(value)}`).join(', ')
  return (
    <ChartCard title={title} table={table}>
      <div className={classes.place} style={{ minHeight: height }}>
        {!marks && <Skeleton height={height} />}
        {marks && nothing && <EmptyState text={empty} />}
        {marks && !nothing && draw(`${kind}: ${title}. ${inWords}.`, marks)}
      </div>
    </ChartCard>
  )
}

interface MarksTableProps {
  label: string
  /** The heads of names and values. */
  headers: readonly [string, string]
  marks: readonly Mark[]
  show: (value: number) => string
  query: TableQuery
}

/** What a chart shows, in numbers. */
function MarksTable({ label, headers: [names, values], marks, show, query }: MarksTableProps) {
  return (
    <DataTable
      label={label}
      columns={[
        { key: 'name', header: names, cell: ({ name }) => name },
        { key: 'value', header: values, align: 'right', cell: ({ value }) => show(value) },
      ]}
      rows={marks}
      rowKey={({ name }) => name}
      query={query}
      unprinted
      empty=""
    />
  )
}

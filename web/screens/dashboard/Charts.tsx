import { Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { fromCents, showMoney } from '@torniquete/contract/money.ts'
import type { Statistics } from '@torniquete/contract/statistics.ts'
import { type ReactNode, useMemo } from 'react'
import { ChartCard } from '../../kit/ChartCard.tsx'
import { ChartLegend } from '../../kit/ChartLegend.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { drawnPlanMarks, incomeMarks, type Mark, planMarks, share, sumOf, weekMarks } from './chart-data.ts'
import { Drawing, useDrawings } from './Drawing.tsx'
import classes from './dashboard.module.css'
import type * as drawings from './drawings.tsx'
import { MarksTable } from './MarksTable.tsx'

const counted = (count: number) => count.toLocaleString('es-ES')
const inMoney = (cents: number) => showMoney(fromCents(cents))

const weekHeight = 220
const plansHeight = 300
const pieSize = 240

/** The three charts; the code that draws them comes when they are nearly in sight. */
export function Charts({ statistics }: { statistics: UseQueryResult<Statistics> }) {
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: '300px' })
  const code = useDrawings(entry?.isIntersecting ?? false)
  const { data } = statistics
  const week = useMemo(() => data && weekMarks(data), [data])
  const plans = useMemo(() => data && planMarks(data), [data])
  const income = useMemo(() => data && incomeMarks(data), [data])
  const shared = { code, query: statistics }
  return (
    <div ref={ref} className={classes.charts}>
      <div className={classes.wide}>
        <Chart
          {...shared}
          title="Asistencia Semanal"
          kind="Gráfico de barras"
          marks={week}
          headers={['Día', 'Asistentes']}
          show={counted}
          height={weekHeight}
          empty="No hay asistencias esta semana"
          draw={({ ColumnsDrawing }, marks) => <ColumnsDrawing marks={marks} unit="Asistentes" height={weekHeight} />}
        />
      </div>
      <Chart
        {...shared}
        title="Distribución de Membresías Activas"
        kind="Gráfico de barras"
        marks={plans}
        headers={['Plan', 'Clientes']}
        show={counted}
        height={plansHeight}
        empty="No hay membresías activas"
        draw={({ RowsDrawing }, marks) => (
          <RowsDrawing marks={drawnPlanMarks(marks)} unit="Clientes" height={plansHeight} />
        )}
      />
      <Chart
        {...shared}
        title="Ingresos"
        kind="Gráfico circular"
        marks={income}
        headers={['Concepto', 'Importe']}
        show={inMoney}
        height={plansHeight}
        empty="Aún no hay ingresos hoy"
        draw={({ PieDrawing }, marks) => <IncomePie marks={marks} Pie={PieDrawing} />}
      />
    </div>
  )
}

function IncomePie({ marks, Pie }: { marks: readonly Mark[]; Pie: typeof drawings.PieDrawing }) {
  const whole = sumOf(marks)
  return (
    <>
      <Pie marks={marks} size={pieSize} />
      <ChartLegend
        entries={marks.map(({ name, value, colour }) => ({
          key: name,
          text: `${name} ${share(value, whole)}`,
          colour,
        }))}
      />
    </>
  )
}

interface ChartProps {
  code: ReturnType<typeof useDrawings>
  query: UseQueryResult<Statistics>
  title: string
  kind: string
  marks: readonly Mark[] | undefined
  headers: readonly [string, string]
  show: (value: number) => string
  height: number
  empty: string
  draw: (code: typeof drawings, marks: readonly Mark[]) => ReactNode
}

function Chart({ code, query, title, kind, marks, headers, show, height, empty, draw }: ChartProps) {
  const nothing = !marks || sumOf(marks) === 0
  const table = nothing ? null : (
    <MarksTable label={`Tabla de ${title.toLowerCase()}`} headers={headers} marks={marks} show={show} query={query} />
  )
  const inWords = marks?.map(({ name, value }) => `${name} ${show(value)}`).join(', ')
  return (
    <ChartCard title={title} table={table}>
      <div className={classes.place} style={{ minHeight: height }}>
        {!marks && <Skeleton height={height} />}
        {marks && nothing && <EmptyState text={empty} />}
        {marks && !nothing && (
          <Drawing code={code} description={`${kind}: ${title}. ${inWords}.`} height={height}>
            {(loaded) => draw(loaded, marks)}
          </Drawing>
        )}
      </div>
    </ChartCard>
  )
}

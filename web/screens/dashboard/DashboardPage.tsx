import '@mantine/core/styles/Flex.layer.css'
import { Box, Flex, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { type Statistics, weekdayNames } from '@torniquete/contract/reports/statistics.ts'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { formatMoney, fromCents, roundToCents } from '@torniquete/contract/shared/money.ts'
import { type ReactNode, useMemo } from 'react'
import { pollIntervalMs, useEndpoint } from '../../api/use-endpoint.ts'
import { useFiscalCountry } from '../../features/fiscal/use-fiscal-country.ts'
import { FirstStepsGuide } from '../../features/guide/FirstStepsGuide.tsx'
import { InsideCount } from '../../features/inside/InsideCount.tsx'
import { InstallationState, installationPollIntervalMs } from '../../features/installation/InstallationState.tsx'
import {
  ChartCard,
  type ChartHue,
  ChartLegend,
  ColumnChart,
  greyHue,
  HorizontalBarChart,
  PieChart,
  pickSeriesHue,
} from '../../kit/chart-parts.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { IconCalendarX, IconCash, IconDoorEnter, IconId } from '../../kit/icons.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { AmountList, MetricCard, NumberCard } from '../../kit/MetricCard.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'

const RangeNotice = makeLazyComponent(
  async () => (await import('../../features/fiscal/FiscalRangeWarnings.tsx')).DashboardRangeWarnings,
)

const ElectronicNotice = makeLazyComponent(
  async () => (await import('../../features/fiscal/ElectronicReceiptsNotice.tsx')).ElectronicReceiptsNotice,
)

export function DashboardPage() {
  const { role } = useSignedInUser()
  const zone = useGymClock()?.zone
  const hasCountry = useFiscalCountry() !== 'none'
  const mayGuide = isCallAllowed(role, 'guide.read')
  const guide = useEndpoint('guide.read', {}, { enabled: mayGuide, refetchInterval: installationPollIntervalMs }).data
  const statistics = useEndpoint('statistics.read', {}, { refetchInterval: pollIntervalMs })
  const known = statistics.data !== undefined || !statistics.error
  return (
    <>
      <PageHeader title="Dashboard / Analíticas">
        <InsideCount />
      </PageHeader>
      {zone && <InstallationState state={guide?.installation} zone={zone} onlyWarnings />}
      {hasCountry && isCallAllowed(role, 'fiscal.ranges') && <RangeNotice />}
      {hasCountry && <ElectronicNotice isElsewhere />}
      {mayGuide && <FirstStepsGuide guide={guide} />}
      <LoadError query={statistics} />
      {known && <Figures statistics={statistics.data} />}
      <Flex direction={{ base: 'column', lg: 'row' }} align={{ base: 'stretch', lg: 'flex-start' }} gap="md" mt="md">
        <Box w={{ lg: '24rem' }} flex="none">
          <NotificationsPanel />
        </Box>
        <Box flex={1} miw={0}>
          {known && <DashboardCharts statistics={statistics} />}
        </Box>
      </Flex>
    </>
  )
}

/** Explains the figure '12 / 3': clients with a membership, and anonymous day passes of today. */
function activeInWords({ active_memberships: clients, active_memberships_client_anonimo: anonymous }: Statistics) {
  return `${formatCountWithNoun(clients, 'cliente', 'clientes')} / ${formatCountWithNoun(anonymous, 'anónimo', 'anónimos')} hoy`
}

function Figures({ statistics }: { statistics: Statistics | undefined }) {
  const { sales_memberships: memberships = null, sales_products: products = null } = statistics ?? {}
  const total = memberships && products && fromCents(roundToCents(memberships) + roundToCents(products))
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing={{ base: 'xs', sm: 'md' }} aria-busy={!statistics}>
      <MetricCard title="Ingresos del día" icon={<IconCash size={20} stroke={1.6} aria-hidden />}>
        <AmountList
          amounts={[
            { label: 'Membresías', value: memberships },
            { label: 'Productos', value: products },
            { label: 'Total', value: total },
          ]}
        />
      </MetricCard>
      <NumberCard
        title="Asistentes del día"
        icon={<IconDoorEnter size={20} stroke={1.6} aria-hidden />}
        value={statistics && formatNumber(statistics.today_attendances)}
        hint="Clientes y anónimos que entraron hoy"
      />
      <NumberCard
        title="Membresías activas"
        icon={<IconId size={20} stroke={1.6} aria-hidden />}
        value={
          statistics &&
          `${formatNumber(statistics.active_memberships)} / ${formatNumber(statistics.active_memberships_client_anonimo)}`
        }
        hint={statistics ? activeInWords(statistics) : 'Clientes / anónimos hoy'}
      />
      <NumberCard
        title="Membresías vencidas"
        icon={<IconCalendarX size={20} stroke={1.6} aria-hidden />}
        value={statistics && formatNumber(statistics.expired_memberships)}
        hint="Clientes sin membresía vigente"
      />
    </SimpleGrid>
  )
}

const inMoney = (cents: number) => formatMoney(fromCents(cents))

export function DashboardCharts({ statistics }: { statistics: UseQueryResult<Statistics> }) {
  const { data } = statistics
  const week = useMemo(() => data && listWeekVisitValues(data), [data])
  const plans = useMemo(() => data && listClientsPerPlan(data), [data])
  const income = useMemo(() => data && listIncomeValues(data), [data])
  const uncounted = data ? countUnchartedClients(data) : 0
  return (
    <SimpleGrid minColWidth="min(100%, max(18rem, 50% - 0.5rem))" autoFlow="auto-fit">
      <Box style={{ gridColumn: '1 / -1' }}>
        <Chart
          query={statistics}
          title="Asistencia Semanal"
          kind="Gráfico de barras"
          values={week}
          headers={['Día', 'Asistentes']}
          show={formatNumber}
          height={240}
          empty="No hay asistencias esta semana"
          draw={(description, values) => (
            <ColumnChart
              description={description}
              // Labels are the first three letters of the days.
              groups={values.map(({ name, value, hue }) => ({
                label: name.slice(0, 3),
                columns: [{ name: 'Asistentes', value, hue }],
              }))}
              show={formatNumber}
              height={180}
            />
          )}
        />
      </Box>
      <Chart
        query={statistics}
        title="Distribución de Membresías Activas"
        kind="Gráfico de barras"
        values={plans}
        headers={['Plan', 'Clientes']}
        show={formatNumber}
        height={180}
        empty="No hay membresías activas"
        draw={(description, values) => (
          <HorizontalBarChart description={description} rows={listTopPlansWithOthers(values)} show={formatNumber} />
        )}
        // The note explains why the chart shows fewer clients than have a membership.
        note={
          uncounted > 0 && (
            <Text size="sm" c="dimmed" mt="xs">
              {formatCountWithNoun(uncounted, 'cliente con membresía no está', 'clientes con membresía no están')} en el
              gráfico: «Sin plan», de un archivo, o inactivos.
            </Text>
          )
        }
      />
      <Chart
        query={statistics}
        title="Ingresos"
        kind="Gráfico circular"
        values={income}
        headers={['Concepto', 'Importe']}
        show={inMoney}
        height={300}
        empty="Aún no hay ingresos hoy"
        draw={(description, values) => (
          <>
            <PieChart description={description} slices={values} show={inMoney} size={230} />
            <ChartLegend
              entries={values.map(({ name, value, hue }) => {
                return { key: name, text: `${name} ${formatPercentage(value, sumChartValues(values))}`, hue }
              })}
            />
          </>
        )}
      />
    </SimpleGrid>
  )
}

interface ChartProps {
  query: UseQueryResult<Statistics>
  title: string
  kind: string
  values: readonly ChartValue[] | undefined
  headers: readonly [string, string]
  show: (value: number) => string
  /** Height in px, reserved while loading, so that the layout does not move. */
  height: number
  empty: string
  draw: (description: string, values: readonly ChartValue[]) => ReactNode
  note?: ReactNode
}

function Chart({ query, title, kind, values, headers, show, height, empty, draw, note }: ChartProps) {
  const nothing = !values || values.every(({ value }) => value === 0)
  const table = nothing ? null : (
    <DataTable
      label={`Tabla de ${title.toLowerCase()}`}
      columns={[
        { header: headers[0], cell: ({ name }) => name },
        { header: headers[1], align: 'right', cell: ({ value }) => show(value) },
      ]}
      rows={values}
      rowKey={({ name }) => name}
      query={query}
      unprinted
      empty=""
    />
  )
  const inWords = values?.map(({ name, value }) => `${name} ${show(value)}`).join(', ')
  return (
    <ChartCard title={title} table={table}>
      <Box mt="0.75rem" mih={height}>
        {!values && <Skeleton height={height} />}
        {values && nothing && <EmptyState text={empty} />}
        {values && !nothing && draw(`${kind}: ${title}. ${inWords}.`, values)}
      </Box>
      {note}
    </ChartCard>
  )
}

interface ChartValue {
  name: string
  value: number
  hue: ChartHue
}

const drawnPlans = 9

export const listWeekVisitValues = ({ week_attendances: visits }: Statistics): ChartValue[] =>
  weekdayNames.map((name) => ({ name, value: visits[name] ?? 0, hue: pickSeriesHue(0) }))

export function listClientsPerPlan({ membership_distribution: clients }: Statistics): ChartValue[] {
  const plans = Object.entries(clients).sort(([a, one], [b, other]) => other - one || a.localeCompare(b, 'es'))
  return plans.map(([name, value], rank) => ({ name, value, hue: pickSeriesHue(rank) }))
}

/** Number of clients with a membership that is not in the chart, because it has no plan or the client is inactive. */
export const countUnchartedClients = ({ active_memberships, membership_distribution }: Statistics): number =>
  active_memberships - Object.values(membership_distribution).reduce((sum, count) => sum + count, 0)

export function listTopPlansWithOthers(plans: readonly ChartValue[]): ChartValue[] {
  if (plans.length <= drawnPlans) return [...plans]
  const others = plans.slice(drawnPlans - 1)
  const name = `Otros ${others.length} planes`
  return [...plans.slice(0, drawnPlans - 1), { name, value: sumChartValues(others), hue: greyHue }]
}

/** Today's income in cents for the pie chart. Negative income, from more voids than sales, counts as 0. */
export function listIncomeValues(statistics: Statistics): ChartValue[] {
  const daily = roundToCents(statistics.sales_memberships_daily)
  const kinds = [
    ['Productos', roundToCents(statistics.sales_products)],
    ['Membresías diarias', daily],
    ['Otras membresías', roundToCents(statistics.sales_memberships) - daily],
  ] as const
  return kinds.map(([name, value], rank) => ({ name, value: Math.max(0, value), hue: pickSeriesHue(rank) }))
}

export const sumChartValues = (values: readonly ChartValue[]): number =>
  values.reduce((sum, { value }) => sum + value, 0)

/** Rounded percentage: `33 %`. If `whole` is 0, it is `0 %`. */
export const formatPercentage = (value: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((100 * value) / whole)} %`

import { Button, Group, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import type { KindFlow } from '@torniquete/contract/till/tenders.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useVoids, VoidsList } from '../../features/bills/VoidsList.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { IconPrinter } from '../../kit/icons.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { PrintTable } from '../../kit/PrintTable.tsx'
import { usePaper } from '../../kit/printing.ts'
import { Spinner } from '../../kit/Spinner.tsx'
import { missingText } from '../../kit/table-column.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { DayControls } from './DayControls.tsx'
import { DayMoney } from './DayMoney.tsx'
import classes from './daily-report.module.css'
import { lowStockColumns } from './low-stock-columns.tsx'
import { PrintedReport } from './PrintedReport.tsx'
import { ReportFigures, WaitingFigures } from './ReportFigures.tsx'
import { dayInWords, isEmptyReport } from './report-figures.ts'

/** A day's figures, the same as in the daily report by mail. */
export function DailyReportPage() {
  const today = useGymClock()?.today
  return (
    <>
      <PageHeader />
      {today ? <Report today={today} /> : <Spinner />}
    </>
  )
}

function Report({ today }: { today: string }) {
  const { day: asked = today } = useSearch({ from: '/shell/daily-report' })
  const navigate = useNavigate({ from: '/daily-report' })
  // A future day has no report.
  const day = asked > today ? today : asked
  const read = useEndpoint('daily-report.read', { query: { day } })
  const zone = useGymClock()?.zone
  const { data } = read
  const show = (next: string) =>
    void navigate({ search: { day: next === today ? undefined : next }, resetScroll: false })
  const voids = useVoids({ start_date: day, end_date: day })
  const flow = useEndpoint('tenders.flow', { query: { start_date: day, end_date: day } })
  const missing = missingText(read, data) ?? missingText(voids, voids.data)
  const ready = !missing && data && voids.data && zone
  const print = usePaper({
    content: ready ? (
      <PrintedReport report={data} voids={voids.data} flow={flow.data ?? []} zone={zone} />
    ) : (
      <PrintTable
        title="Informe del día"
        subtitle={`${dayInWords(day)} · ${missing}`}
        columns={[]}
        rows={[]}
        rowKey={String}
      />
    ),
    title: `Informe del día ${day}`,
  })
  return (
    <>
      <Group gap="md" align="flex-end" justify="space-between">
        <DayControls day={day} today={today} onChange={show} />
        <Button variant="default" leftSection={<IconPrinter size={20} aria-hidden />} disabled={!ready} onClick={print}>
          Imprimir
        </Button>
      </Group>
      <Title order={2} className={classes.day}>
        {dayInWords(day)}
      </Title>
      <LoadError query={read} />
      {data && <Filled report={data} flow={flow.data ?? []} past={day < today} />}
      {data && zone && <VoidsList filter={{ start_date: day, end_date: day }} zone={zone} />}
      {data && zone && <DayMoney report={data} zone={zone} />}
      {!data && !read.error && <WaitingFigures />}
    </>
  )
}

function Filled({ report, flow, past }: { report: DailyReport; flow: readonly KindFlow[]; past: boolean }) {
  return (
    <>
      {isEmptyReport(report) && flow.length === 0 && (
        <Text c="dimmed" mb="sm">
          No hubo movimientos este día.
        </Text>
      )}
      <ReportFigures report={report} flow={flow} />
      <Title order={3} mt="1.5rem" mb="0.5rem" fz="1rem">
        Productos con existencia baja
      </Title>
      {past && report.low_stock.length > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          Es la existencia de ahora, no la de aquel día.
        </Text>
      )}
      <DataTable
        label="Productos con existencia baja"
        columns={lowStockColumns}
        rows={report.low_stock}
        rowKey={({ id }) => id}
        query={{ isPending: false, isPlaceholderData: false, error: null, refetch: () => {} }}
        empty="Ningún producto tiene existencia baja"
      />
    </>
  )
}

import { Button, Group, SimpleGrid, Text, Title } from '@mantine/core'
import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import { addDays, isCalendarDay } from '@torniquete/contract/shared/dates.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { addAmounts, formatMoney } from '@torniquete/contract/shared/money.ts'
import { formatCashDifference } from '@torniquete/contract/till/cash-shifts.ts'
import { listDebtSums } from '@torniquete/contract/till/payment-kind-labels.ts'
import {
  formatRefundedDocument,
  isRefundToGym,
  listRefundSums,
  type Refund,
} from '@torniquete/contract/till/refunds.ts'
import type { PaymentKindFlow } from '@torniquete/contract/till/tenders.ts'
import type { Void } from '@torniquete/contract/till/voids.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { makeVoidsTableDefinition, useVoids, VoidsList } from '../../features/bills/VoidsList.tsx'
import {
  formatPaymentKindSums,
  listDebtsWithTotal,
  listPaymentKindBalances,
} from '../../features/paying/payment-kind-sums.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { DayField } from '../../kit/DayField.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconChevronLeft, IconChevronRight, IconPrinter } from '../../kit/icons.ts'
import { LoadError, SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { AmountList, MetricCard, NumberCard } from '../../kit/MetricCard.tsx'
import { Money } from '../../kit/Money.tsx'
import { PreviousNextButton } from '../../kit/PreviousNextButton.tsx'
import { PrintedList } from '../../kit/PrintedList.tsx'
import { useRegisterPrintDocument } from '../../kit/printing.ts'
import { Spinner } from '../../kit/Spinner.tsx'
import { type Column, getMissingRowsText } from '../../kit/table-column.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import {
  formatLongDay,
  isEmptyReport,
  listDayCounts,
  listIncomeLines,
  listOutgoingLines,
  makeBalanceLine,
} from './report-figures.ts'

/** Shows the figures of one day, the same as in the daily report by e-mail. */
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
  const { search, change } = useScreenSearch('/daily-report')
  const { day: asked = today } = search
  const day = asked > today ? today : asked
  const read = useEndpoint('daily-report.read', { query: { day } })
  const zone = useGymClock()?.zone
  const { data } = read
  const show = (next: string) => change({ day: next === today ? undefined : next })
  const voids = useVoids({ start_date: day, end_date: day })
  const flow = useEndpoint('tenders.flow', { query: { start_date: day, end_date: day } })
  const missing = getMissingRowsText(read, data) ?? getMissingRowsText(voids, voids.data)
  const ready = !missing && data && voids.data && zone
  const print = useRegisterPrintDocument({
    content: ready ? (
      <PrintedReport report={data} voids={voids.data} flow={flow.data ?? []} zone={zone} />
    ) : (
      <PrintedList
        label="Informe del día"
        filter={formatLongDay(day)}
        missing={missing}
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
      <Title order={2} size="h4" my="md">
        {formatLongDay(day)}
      </Title>
      {data ? <LoadError query={read} /> : <SpinnerOrLoadError queries={[read]} />}
      {data && <Filled report={data} flow={flow.data ?? []} past={day < today} />}
      {data && zone && <VoidsList filter={{ start_date: day, end_date: day }} zone={zone} />}
      {data && zone && <DayLists report={data} zone={zone} />}
    </>
  )
}

function Filled({ report, flow, past }: { report: DailyReport; flow: readonly PaymentKindFlow[]; past: boolean }) {
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
        query={loaded}
        empty="Ningún producto tiene existencia baja"
      />
    </>
  )
}

/** Query state for rows that are already loaded, because they came with the report. */
const loaded = { isPending: false, isPlaceholderData: false, error: null, refetch: () => {} }

/** First day that can be shown; it is before the first day of any gym. */
const firstDay = '2000-01-01'

function DayControls({ day, today, onChange }: { day: string; today: string; onChange: (day: string) => void }) {
  const step = (text: string, days: number, Icon: typeof IconChevronLeft) => {
    const target = addDays(day, days)
    const ended = target > today || target < firstDay
    return <PreviousNextButton text={text} Icon={Icon} ended={ended} onPress={() => onChange(target)} />
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      {step('Día anterior', -1, IconChevronLeft)}
      <DayField
        label="Día"
        flex="0 1 11rem"
        miw={0}
        value={day}
        latest={today}
        required
        labelProps={{ 'data-plain': true }}
        // The error is above the field, so that field and buttons stay on one line.
        inputWrapperOrder={['label', 'error', 'input']}
        onChange={(next) => next && isCalendarDay(next) && onChange(next)}
      />
      {step('Día siguiente', 1, IconChevronRight)}
      <Button
        variant="default"
        px="sm"
        aria-disabled={day === today}
        data-disabled={day === today || undefined}
        onClick={() => onChange(today)}
      >
        Hoy
      </Button>
    </Group>
  )
}

/** Shows the report's amounts, and below them its counts. */
function ReportFigures({ report, flow }: { report: DailyReport; flow: readonly PaymentKindFlow[] }) {
  const amounts = [
    { title: 'Ingresos', lines: listIncomeLines(report) },
    { title: 'Egresos', lines: listOutgoingLines(report) },
    { title: 'Balance', lines: [makeBalanceLine(report)] },
    { title: 'Por forma de pago', lines: listPaymentKindBalances(flow) },
    { title: 'Deudas', lines: listDebtsWithTotal(flow) },
  ]
  return (
    <>
      <SimpleGrid minColWidth="min(100%, 15rem)" autoFlow="auto-fit" mb="md">
        {amounts
          .filter(({ lines }) => lines.length > 0)
          .map(({ title, lines }) => (
            <MetricCard order={3} key={title} title={title}>
              <AmountList amounts={lines} />
            </MetricCard>
          ))}
      </SimpleGrid>
      <SimpleGrid minColWidth="min(100%, 15rem)" autoFlow="auto-fit">
        {listDayCounts(report).map(({ label, count, hint }) => (
          <NumberCard order={3} key={label} title={label} value={formatNumber(count)} hint={hint} />
        ))}
      </SimpleGrid>
    </>
  )
}

interface PrintedReportProps {
  report: DailyReport
  /** Voids made on that day. The voided documents may be older. */
  voids: { items: readonly Void[]; total: number }
  flow: readonly PaymentKindFlow[]
  zone: string
}

interface Line {
  label: string
  value: string
}

const amountsOf = (what: string, lines: Line[]): Line[] =>
  lines.map(({ label, value }) => ({ label: `${what}: ${label.toLowerCase()}`, value: formatMoney(value) }))

function PrintedReport({ report, voids, flow, zone }: PrintedReportProps) {
  const lines: Line[] = [
    ...amountsOf('Ingresos', listIncomeLines(report)),
    ...amountsOf('Egresos', listOutgoingLines(report)),
    { label: 'Balance', value: formatMoney(makeBalanceLine(report).value) },
    ...amountsOf('Formas de pago', listPaymentKindBalances(flow)),
    ...amountsOf('Deudas', listDebtSums(flow)),
    ...listRefundSums(report.refunds).map(({ label, value }) => ({ label, value: formatMoney(value) })),
    ...listDayCounts(report).map(({ label, count }) => ({ label, value: formatNumber(count) })),
  ]
  return (
    <>
      <PrintedList
        label="Informe del día"
        filter={formatLongDay(report.day)}
        columns={[
          { header: 'Concepto', folded: 'first', cell: ({ label }: Line) => label },
          { header: 'Valor', folded: 'first', align: 'right', cell: ({ value }: Line) => value },
        ]}
        rows={lines}
        rowKey={({ label }) => label}
      />
      {voids.total > 0 && (
        <PrintedList
          {...makeVoidsTableDefinition(zone, { start_date: report.day, end_date: report.day })}
          rows={voids.items}
          place={{ page: 0, size: voids.items.length, total: voids.total }}
        />
      )}
      <DayLists report={report} zone={zone} onPaper />
      <PrintedList
        label="Existencia baja"
        empty="Ningún producto."
        sum={() => 'Al imprimir este informe.'}
        columns={lowStockColumns}
        rows={report.low_stock}
        rowKey={({ id }) => id}
      />
    </>
  )
}

type LowProduct = DailyReport['low_stock'][number]

const lowStockColumns = [
  { header: 'Producto', folded: 'first' as const, cell: ({ name }: LowProduct) => name },
  { header: 'Cantidad actual', align: 'right' as const, cell: ({ quantity }: LowProduct) => formatNumber(quantity) },
  { header: 'Cantidad mínima', align: 'right' as const, cell: ({ minimum }: LowProduct) => formatNumber(minimum) },
]

type Closing = DailyReport['closings'][number]

const amountOf = (refund: Refund): string => {
  const sum = addAmounts(refund.paid.map(({ amount }) => amount))
  return isRefundToGym(refund) ? sum : `-${sum}`
}

const refundColumns = (zone: string): Column<Refund>[] => [
  { header: 'Documento', folded: 'first', cell: formatRefundedDocument },
  { header: 'Fecha', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
  { header: 'Usuario', cell: ({ by }) => by.name },
  {
    header: 'Forma de pago',
    cell: ({ paid }) => <UnbrokenAmountsText>{formatPaymentKindSums(paid)}</UnbrokenAmountsText>,
  },
  { header: 'Importe', align: 'right', folded: 'first', cell: (refund) => <Money value={amountOf(refund)} /> },
]

const closingColumns = (zone: string): Column<Closing>[] => [
  { header: 'Cierre', folded: 'first', cell: ({ number }) => `N.º\u00a0${number}` },
  { header: 'Caja', cell: ({ drawer }) => drawer },
  { header: 'Cerrada', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
  { header: 'Usuario', cell: ({ by }) => by },
  { header: 'Esperado', align: 'right', cell: ({ expected }) => <Money value={expected} /> },
  { header: 'Contado', align: 'right', cell: ({ counted }) => <Money value={counted} /> },
  { header: 'Diferencia', align: 'right', folded: 'first', cell: ({ difference }) => formatCashDifference(difference) },
]

interface DayListsProps {
  report: DailyReport
  zone: string
  /** True for printed lists. On the screen the lists have headings and notes. */
  onPaper?: boolean
}

/** Lists of the day's refunds and closed shifts. */
function DayLists({ report: { refunds, closings }, zone, onPaper = false }: DayListsProps) {
  const sums = listRefundSums(refunds).map(({ label, value }) => `${label} ${formatMoney(value)}`)
  return (
    <>
      <DayList
        onPaper={onPaper}
        label="Devoluciones"
        columns={refundColumns(zone)}
        rows={refunds}
        rowKey={({ document, at }) => `${document.kind} ${document.id} ${at}`}
        note={sums.join(' · ')}
      />
      <DayList
        onPaper={onPaper}
        label="Cierres de caja"
        columns={closingColumns(zone)}
        rows={closings}
        rowKey={({ id }) => id}
      />
    </>
  )
}

interface DayListProps<Row> {
  onPaper: boolean
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Sums, shown on the screen only: the printed report has them above the list. */
  note?: string
}

function DayList<Row>({ onPaper, note, ...list }: DayListProps<Row>) {
  if (list.rows.length === 0) return null
  if (onPaper) return <PrintedList {...list} />
  return (
    <section aria-label={list.label}>
      <Title order={2} size="h3" mt="xl" mb="xs">
        {list.label}
      </Title>
      {note && (
        <Text size="sm" c="dimmed" mb="sm">
          <UnbrokenAmountsText>{note}</UnbrokenAmountsText>
        </Text>
      )}
      <DataTable {...list} query={loaded} empty="" />
    </section>
  )
}

// One report of a month: its sums, what is missing, and its rows.
import { Button, Group, SimpleGrid, Title } from '@mantine/core'
import type { CallAnswer, ExportCallName } from '@torniquete/contract/endpoints.ts'
import { goodsKinds } from '@torniquete/contract/fiscal/do/goods-kinds.ts'
import type { ReportCode } from '@torniquete/contract/fiscal/do/monthly-files.ts'
import { paymentForms, showCode, voidReasons } from '@torniquete/contract/fiscal/do/report-codes.ts'
import { showTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import { formatDate } from '@torniquete/contract/shared/dates.ts'
import { formatNumber, pluralize } from '@torniquete/contract/shared/format-numbers.ts'
import type { ReactNode } from 'react'
import { exportFile, fileOfReport } from '../../api/export-file.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { IconDownload, IconPlus } from '../../kit/icons.ts'
import { ListExport } from '../../kit/ListExport.tsx'
import { LoadError, QueryState } from '../../kit/LoadError.tsx'
import { AmountList, MetricCard, NumberCard } from '../../kit/MetricCard.tsx'
import { Money } from '../../kit/Money.tsx'
import { saveFile } from '../../kit/save-file.ts'
import type { Column, TableQuery } from '../../kit/table-column.ts'
import { OpenButton } from '../../navigation/OpenButton.tsx'
import { ConsumerSummary } from './ConsumerSummary.tsx'
import { DocumentLink, MissingList } from './MissingList.tsx'
import { showMonth } from './report-months.ts'

type PurchaseRow = CallAnswer<'fiscal.purchases-report'>['rows'][number]
type SaleRow = CallAnswer<'fiscal.sales-report'>['rows'][number]
type VoidedRow = CallAnswer<'fiscal.voided-report'>['rows'][number]

const showOptionalDay = (day: string | null) => (day === null ? '—' : formatDate(day))

const ncfColumn = <Row extends Pick<PurchaseRow, 'ncf' | 'document' | 'modified_document'>>(): Column<Row> => ({
  header: 'NCF',
  folded: 'first',
  width: '8.5rem',
  cell: ({ ncf, document, modified_document }) => (
    <DocumentLink document={modified_document ?? document}>{ncf ?? '—'}</DocumentLink>
  ),
  paper: ({ ncf }) => ncf ?? '—',
})

const taxIdColumn = <Row extends { tax_id: string | null }>(): Column<Row> => ({
  header: 'RNC o cédula',
  width: '8.5rem',
  cell: ({ tax_id }) => (tax_id === null ? '—' : showTaxId(tax_id)),
})

const moneyColumn = <Row,>(header: string, amountOf: (row: Row) => string | null): Column<Row> => ({
  header,
  align: 'right',
  cell: (row) => <Money value={amountOf(row)} />,
})

const purchaseColumns: Column<PurchaseRow>[] = [
  { header: 'Fecha', cell: ({ issued_on }) => showOptionalDay(issued_on) },
  ncfColumn(),
  taxIdColumn(),
  { header: 'Tipo de bienes y servicios', cell: ({ goods_kind }) => showCode(goodsKinds, goods_kind) },
  { header: 'Forma de pago', cell: ({ payment_form }) => showCode(paymentForms, payment_form) },
  moneyColumn('Monto sin ITBIS', ({ total_amount }) => total_amount),
  moneyColumn('ITBIS', ({ tax }) => tax),
]

const saleColumns: Column<SaleRow>[] = [
  { header: 'Fecha', cell: ({ issued_on }) => showOptionalDay(issued_on) },
  ncfColumn(),
  { header: 'NCF modificado', width: '8.5rem', cell: ({ modified_ncf }) => modified_ncf ?? '—' },
  taxIdColumn(),
  moneyColumn('Monto sin ITBIS', ({ amount }) => amount),
  moneyColumn('ITBIS', ({ tax }) => tax),
]

const voidedColumns: Column<VoidedRow>[] = [
  { header: 'Fecha', cell: ({ date }) => showOptionalDay(date) },
  { header: 'NCF', folded: 'first', width: '8.5rem', cell: ({ ncf }) => ncf },
  { header: 'Motivo', cell: ({ kind }) => showCode(voidReasons, kind) },
]

export function PurchasesReport({ month }: { month: string }) {
  const query = useEndpoint('fiscal.purchases-report', { query: { month } }, { standsIn: true })
  return (
    <Report
      code={606}
      title="Compras y gastos"
      empty="No hay compras ni gastos con comprobante en el mes."
      columns={purchaseColumns}
      excel="fiscal.purchases-export"
      {...{ month, query }}
    />
  )
}

export function SalesReport({ month }: { month: string }) {
  const query = useEndpoint('fiscal.sales-report', { query: { month } }, { standsIn: true })
  const consumer = query.data?.summary.consumer
  return (
    <Report
      code={607}
      title="Ventas"
      empty="Ninguna venta del mes va fila por fila."
      columns={saleColumns}
      excel="fiscal.sales-export"
      {...{ month, query }}
    >
      {consumer && <ConsumerSummary sums={consumer} />}
    </Report>
  )
}

export function VoidedReport({ month }: { month: string }) {
  const query = useEndpoint('fiscal.voided-report', { query: { month } }, { standsIn: true })
  return (
    <Report
      code={608}
      title="Comprobantes anulados"
      empty="No hay comprobantes anulados en el mes."
      columns={voidedColumns}
      excel="fiscal.voided-export"
      action={
        <OpenButton Icon={IconPlus} variant="default" to="/fiscal-reports/voided-numbers/new">
          Anotar un comprobante anulado
        </OpenButton>
      }
      {...{ month, query }}
    />
  )
}

type MonthlyReport = CallAnswer<'fiscal.purchases-report' | 'fiscal.sales-report' | 'fiscal.voided-report'>

interface ReportProps<Answered extends MonthlyReport> {
  code: ReportCode
  title: string
  empty: string
  month: string
  columns: readonly Column<Answered['rows'][number]>[]
  query: TableQuery & { data: Answered | undefined }
  excel: ExportCallName & `fiscal.${string}`
  /** Button beside the downloads. */
  action?: ReactNode
  /** Shown between the sums and the rows. */
  children?: ReactNode
}

function Report<Answered extends MonthlyReport>(props: ReportProps<Answered>) {
  const { code, title, month, query, excel, columns, empty } = props
  const { data } = query
  if (!data) return <QueryState queries={[query]} />
  const rows: readonly Answered['rows'][number][] = data.rows
  const table = {
    label: `${code} ${title}`,
    columns: [...columns],
    rowKey: ({ document: { kind, id }, ncf }: Answered['rows'][number]) => `${kind} ${id} ${ncf}`,
    empty,
    filter: showMonth(month),
  }
  return (
    <div data-dimmed={query.isPlaceholderData || undefined}>
      <LoadError query={query} />
      <MissingList missing={data.missing} />
      <Sums code={code} summary={data.summary} />
      {props.children}
      <Title order={2} size="h4" mt="xl" mb="xs">
        {title}
      </Title>
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          <DownloadButton code={code} month={month} rows={rows.length} />
          {props.action}
        </Group>
        <ListExport
          {...table}
          queries={[query]}
          total={rows.length}
          load={async () => [...rows]}
          file={(signal) => exportFile(excel, { month }, signal)}
        />
      </Group>
      <DataTable {...table} rows={rows} query={query} />
    </div>
  )
}

function Sums({ code, summary }: { code: ReportCode; summary: MonthlyReport['summary'] }) {
  const { count, amount, tax } = summary
  return (
    <SimpleGrid minColWidth="min(100%, 15rem)" autoFlow="auto-fit" mb="md">
      <NumberCard title="Filas" value={formatNumber(count)} hint={`del archivo ${code}`} />
      {code !== 608 && (
        <MetricCard title={code === 607 ? 'Ventas menos notas de crédito' : 'Sumas de las filas'}>
          <AmountList
            hasTotal={false}
            amounts={[
              { label: 'Monto sin ITBIS', value: amount },
              { label: 'ITBIS', value: tax },
            ]}
          />
        </MetricCard>
      )}
    </SimpleGrid>
  )
}

/** Downloads the file as the tax office reads it; a report without rows has one too. */
function DownloadButton({ code, month, rows }: { code: ReportCode; month: string; rows: number }) {
  const { submit, pending } = useSave({
    run: async () => saveFile(await fileOfReport(code, month)),
    done: null,
  })
  return (
    <Button leftSection={<IconDownload size={20} aria-hidden />} loading={pending} onClick={() => submit(undefined)}>
      Descargar archivo {code} ({pluralize(rows, 'fila', 'filas')})
    </Button>
  )
}

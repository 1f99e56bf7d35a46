// One report of a month: its sums, what is missing, and its rows.
import { ActionIcon, Group, SimpleGrid, Text, Title } from '@mantine/core'
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import { goodsKinds } from '@torniquete/contract/fiscal/do/goods-kinds.ts'
import type { MonthlyReportCode } from '@torniquete/contract/fiscal/do/monthly-files.ts'
import {
  formatCodeWithName,
  report606PaymentForms,
  voidedNumberReasons,
} from '@torniquete/contract/fiscal/do/report-codes.ts'
import type { ConsumerReceiptSums } from '@torniquete/contract/fiscal/do/report-rows.ts'
import { formatTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import { formatDate } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { type ComponentProps, useState } from 'react'
import { fetchExportFile, fetchFiscalReportFile } from '../../api/fetch-export-file.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ActionDialog } from '../../forms/ActionDialog.tsx'
import { useSave } from '../../forms/use-save.ts'
import { copyText } from '../../kit/copy-text.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { IconCopy, IconDownload, IconFileSpreadsheet, IconPlus, IconTrash } from '../../kit/icons.ts'
import { ListExportButtons } from '../../kit/ListExportButtons.tsx'
import { LoadError, SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { AmountList, MetricCard, NumberCard } from '../../kit/MetricCard.tsx'
import { Money } from '../../kit/Money.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { RowActions, RowButton } from '../../kit/RowActions.tsx'
import { saveFile } from '../../kit/save-file.ts'
import { type Column, makeActionsColumn } from '../../kit/table-column.ts'
import { OpenDialogButton } from '../../navigation/OpenDialogButton.tsx'
import { IncompleteDocumentLink, MissingFieldsList } from './MissingFieldsList.tsx'
import { formatMonthInWords } from './report-months.ts'

type MonthlyReport = CallAnswer<'fiscal.purchases-report' | 'fiscal.sales-report' | 'fiscal.voided-report'>
type Row = MonthlyReport['rows'][number]
type PurchaseRow = CallAnswer<'fiscal.purchases-report'>['rows'][number]
type SaleRow = CallAnswer<'fiscal.sales-report'>['rows'][number]
type VoidedRow = CallAnswer<'fiscal.voided-report'>['rows'][number]

const showDay = (day: string | null) => day && formatDate(day)

const ncfColumn: Column<Pick<Row, 'ncf' | 'document' | 'modified_document'>> = {
  header: 'NCF',
  folded: 'first',
  width: '9.5rem',
  cell: ({ ncf, document, modified_document }) => (
    <IncompleteDocumentLink document={modified_document ?? document}>{ncf}</IncompleteDocumentLink>
  ),
  paper: ({ ncf }) => ncf,
}

const taxIdColumn: Column<{ tax_id: string | null }> = {
  header: 'RNC o cédula',
  width: '8.5rem',
  cell: ({ tax_id }) => tax_id && formatTaxId(tax_id),
}

const moneyColumn = <Each,>(header: string, amountOf: (row: Each) => string): Column<Each> => ({
  header,
  align: 'right',
  cell: (row) => <Money value={amountOf(row)} />,
})

const purchaseColumns: Column<PurchaseRow>[] = [
  { header: 'Fecha', cell: ({ issued_on }) => showDay(issued_on) },
  ncfColumn,
  taxIdColumn,
  { header: 'Tipo de bienes y servicios', cell: ({ goods_kind }) => formatCodeWithName(goodsKinds, goods_kind) },
  { header: 'Forma de pago', cell: ({ payment_form }) => formatCodeWithName(report606PaymentForms, payment_form) },
  moneyColumn('Monto sin ITBIS', ({ total_amount }) => total_amount),
  moneyColumn('ITBIS', ({ tax }) => tax),
]

const saleColumns: Column<SaleRow>[] = [
  { header: 'Fecha', cell: ({ issued_on }) => showDay(issued_on) },
  ncfColumn,
  { header: 'NCF modificado', width: '9.5rem', cell: ({ modified_ncf }) => modified_ncf ?? '—' },
  taxIdColumn,
  moneyColumn('Monto sin ITBIS', ({ amount }) => amount),
  moneyColumn('ITBIS', ({ tax }) => tax),
]

const voidedColumns: Column<VoidedRow>[] = [
  { header: 'Fecha', cell: ({ date }) => showDay(date) },
  ncfColumn,
  { header: 'Motivo', cell: ({ kind }) => formatCodeWithName(voidedNumberReasons, kind) },
]

const reports = {
  606: {
    title: 'Compras y gastos',
    empty: 'No hay compras ni gastos con comprobante en el mes.',
    columns: purchaseColumns,
    read: 'fiscal.purchases-report',
    excel: 'fiscal.purchases-export',
  },
  607: {
    title: 'Ventas',
    empty: 'Ninguna venta del mes va una por una en el 607.',
    columns: saleColumns,
    read: 'fiscal.sales-report',
    excel: 'fiscal.sales-export',
  },
  608: {
    title: 'Comprobantes anulados',
    empty: 'No hay comprobantes anulados en el mes.',
    columns: voidedColumns,
    read: 'fiscal.voided-report',
    excel: 'fiscal.voided-export',
  },
} as const

export function MonthlyReportTable({ code, month }: { code: MonthlyReportCode; month: string }) {
  const { title, empty, columns, read, excel } = reports[code]
  const query = useEndpoint(read, { query: { month } }, { standsIn: true })
  const [removed, setRemoved] = useState<Row | null>(null)
  const { data } = query
  if (!data) return <SpinnerOrLoadError queries={[query]} />
  const rows: readonly Row[] = data.rows
  const table = {
    label: `${code} ${title}`,
    // The cast is safe, because columns and rows belong to the same report.
    columns: [
      ...(columns as readonly Column<never>[] as readonly Column<Row>[]),
      ...(code === 608 ? [makeRemoveColumn(setRemoved)] : []),
    ],
    rowKey: ({ document: { kind, id } }: Row) => `${kind} ${id}`,
    empty,
    filter: formatMonthInWords(month),
  }
  const { consumer } = data.summary
  return (
    <div data-dimmed={query.isPlaceholderData || undefined}>
      <LoadError query={query} />
      <MissingFieldsList missing={data.missing} />
      <Sums code={code} summary={data.summary} />
      {consumer && <ConsumerReceiptSumsPanel sums={consumer} month={month} />}
      <Title order={2} size="h4" mt="xl" mb="xs">
        {title}
      </Title>
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          <DownloadButton Icon={IconDownload} load={() => fetchFiscalReportFile(code, month)}>
            Descargar archivo {code} ({formatCountWithNoun(rows.length, 'fila', 'filas')})
          </DownloadButton>
          {code === 608 && (
            <OpenDialogButton Icon={IconPlus} variant="default" to="/fiscal-reports/voided-numbers/new">
              Anotar un comprobante anulado
            </OpenDialogButton>
          )}
        </Group>
        <ListExportButtons
          {...table}
          queries={[query]}
          total={rows.length}
          load={async () => [...rows]}
          file={(signal) => fetchExportFile(excel, { month }, signal)}
        />
      </Group>
      <DataTable {...table} rows={rows} query={query} />
      {removed && <RemoveVoidedNumber row={removed} onClose={() => setRemoved(null)} />}
    </div>
  )
}

const makeRemoveColumn = (onRemove: (row: Row) => void): Column<Row> =>
  makeActionsColumn((row) => (
    <RowActions name={row.ncf ?? ''}>
      <RowButton Icon={IconTrash} label="Quitar" name={row.ncf ?? ''} color="red" onPress={() => onRemove(row)} />
    </RowActions>
  ))

interface RemoveVoidedNumberProps {
  row: Pick<Row, 'ncf' | 'document'>
  onClose: () => void
}

export function RemoveVoidedNumber({ row: { ncf, document }, onClose }: RemoveVoidedNumberProps) {
  return (
    <ActionDialog
      title="Quitar de los anulados"
      confirmLabel="Quitar"
      pendingLabel="Quitando"
      action={{
        run: (_, send) => send('fiscal.delete-voided-number', { params: { id: document.id } }),
        done: `Comprobante ${ncf} quitado`,
        refetchOnRefusal: () => ['fiscal'],
      }}
      onClose={onClose}
    >
      El {ncf} deja de estar en el 608. Hazlo solo si lo anotaste por error: si su rango todavía no llegó a ese número,
      una venta puede llevarlo.
    </ActionDialog>
  )
}

function Sums({ code, summary }: { code: MonthlyReportCode; summary: MonthlyReport['summary'] }) {
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

const figures: readonly [field: keyof ConsumerReceiptSums, label: string][] = [
  ['count', 'Cantidad de comprobantes'],
  ['amount', 'Monto facturado sin ITBIS'],
  ['tax', 'ITBIS facturado'],
  ['cash', 'Efectivo'],
  ['transfer', 'Cheque, transferencia o depósito'],
  ['card', 'Tarjeta'],
  ['credit', 'Venta a crédito'],
  ['vouchers', 'Bonos o certificados de regalo'],
  ['barter', 'Permuta'],
  ['other_forms', 'Otras formas de venta'],
]

/** Sums of the consumer receipts that are no rows of the 607, each with a button that copies its digits and point. */
export function ConsumerReceiptSumsPanel({ sums, month }: { sums: ConsumerReceiptSums; month: string }) {
  return (
    <Panel title="Resumen de facturas de consumo">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Son las que no van una por una. Se escriben a mano en la Oficina Virtual de la DGII.
        </Text>
        <DownloadButton
          Icon={IconFileSpreadsheet}
          iconSize={18}
          size="sm"
          variant="default"
          aria-label="Excel Resumen de facturas de consumo"
          load={() => fetchExportFile('fiscal.consumer-export', { month }, new AbortController().signal)}
        >
          Excel
        </DownloadButton>
      </Group>
      <SimpleGrid component="dl" minColWidth="min(100%, 19rem)" spacing="2rem" verticalSpacing={0}>
        {figures.map(([field, label]) => (
          <Group key={field} justify="space-between" gap="xs" wrap="nowrap" style={{ borderBottom: line }}>
            <dt>{label}</dt>
            <Group component="dd" gap={4} wrap="nowrap" fw={600} flex="none">
              {field === 'count' ? formatNumber(sums.count) : formatMoney(sums[field])}
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Copiar ${label}`}
                title={`Copiar ${sums[field]}`}
                onClick={() => void copyText(String(sums[field]), `Copiado: ${sums[field]}`)}
              >
                <IconCopy size={18} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
        ))}
      </SimpleGrid>
    </Panel>
  )
}

const line = '1px solid var(--mantine-color-default-border)'

interface DownloadButtonProps extends ComponentProps<typeof ButtonWithIcon> {
  load: () => Promise<File>
}

function DownloadButton({ load, ...button }: DownloadButtonProps) {
  const { submit, pending } = useSave({ run: async () => saveFile(await load()), done: null })
  return <ButtonWithIcon loading={pending} onClick={() => submit(undefined)} {...button} />
}

import { Group, SimpleGrid, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { findDocumentType } from '@torniquete/contract/document-types.ts'
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import { formatPlanName } from '@torniquete/contract/members/memberships.ts'
import type { CashFlow } from '@torniquete/contract/reports/statistics.ts'
import { formatMoney, roundToCents } from '@torniquete/contract/shared/money.ts'
import { listDebtSums } from '@torniquete/contract/till/payment-kind-labels.ts'
import type { PaymentKindFlow } from '@torniquete/contract/till/tenders.ts'
import { useMemo } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { formatDateAndNameFilter, formatDocumentSums } from '../../features/bills/document-list-texts.ts'
import {
  documentLists,
  type ListedDocument,
  listDocuments,
  makeDocumentColumns,
  makeListSumFormatter,
} from '../../features/bills/document-lists.tsx'
import { useFiscalCountry } from '../../features/fiscal/use-fiscal-country.ts'
import { listPaymentKindBalances } from '../../features/paying/payment-kind-sums.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { AmountList, type LabeledAmount, MetricCard } from '../../kit/MetricCard.tsx'
import { type Column, getMissingRowsText, type TableQuery } from '../../kit/table-column.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { type CashFlowSearch, cashFlowPageSize, type DocumentListTab } from '../../navigation/cash-flow-search.ts'
import { ExportableTable } from '../../navigation/PagedTable.tsx'
import type { SearchChanger } from '../../navigation/use-screen-search.ts'
import classes from './cash-flow.module.css'

interface DocumentListProps {
  tab: DocumentListTab
  zone: string
  today: string
  search: CashFlowSearch
  change: SearchChanger<CashFlowSearch>
}

/** List of a tab's documents. Use the tab as its React key, so that no rows of the former tab show while loading. */
export function CashFlowDocumentList({ tab, zone, today, search, change }: DocumentListProps) {
  const area = tab === 'memberships' ? 'payments' : tab
  const { page = 0, size = cashFlowPageSize } = search
  const query = useEndpoint<`${typeof area}.list`>(`${area}.list`, {
    query: { ...toCashFlowQuery(search, today), page, size_page: size },
  })
  const { data } = query
  const documents = useMemo(() => data && listDocuments(data), [data])
  const country = useFiscalCountry()
  const columns = useMemo(() => documentColumns(area, zone, country), [area, zone, country])
  const filter = toCashFlowQuery(search, today)
  const summary = useCashFlowSummary(search, today)
  const flow = useCashFlowByPaymentKind(search, today)
  const { title, empty, nouns } = documentLists[area]
  return (
    <div className={classes.list}>
      <ExportableTable
        {...makeListExportLoaders(area, { ...filter, brief: 'true' }, (answer) => listDocuments(answer))}
        label={title}
        columns={columns}
        rows={documents}
        rowKey={({ id }) => id}
        query={query}
        search={search}
        change={change}
        usualSize={cashFlowPageSize}
        empty={empty}
        height="max(20rem, calc(100dvh - 31rem))"
        filter={formatDateAndNameFilter(filter, 'Trabajador', filter.user_name)}
        sum={makeListSumFormatter(area)}
        figures={<PrintedCashFlowSummary query={summary} flow={flow.data} />}
        figureQueries={[summary, flow]}
      >
        <Group gap="0.25rem 1rem" align="baseline">
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {data && data.total > 0 && <UnbrokenAmountsText>{formatDocumentSums(data, nouns)}</UnbrokenAmountsText>}
          </Text>
        </Group>
      </ExportableTable>
    </div>
  )
}

const plan: Column<ListedDocument> = {
  header: 'Membresía',
  cell: (row) => 'membership' in row && formatPlanName(row.membership.name),
}

function documentColumns(area: 'sales' | 'purchases' | 'payments', zone: string, country: Country) {
  const { number, date, party, total } = makeDocumentColumns(area, { zone, country, to: '/cash-flow/bill/$kind/$id' })
  const worker: Column<ListedDocument> = { header: 'Trabajador', cell: ({ user }) => user.name }
  return [
    { ...number, width: 92 },
    { ...date, width: 'clamp(6.5rem, 14vw, 10.5rem)' },
    ...party,
    worker,
    ...(area === 'payments' ? [plan] : []),
    { ...total, width: 'clamp(6.75rem, 12vw, 9rem)' },
  ]
}

const noSummary = {
  name: 'No se pudo cargar el resumen',
  message: 'Los totales no se muestran porque falta una parte.',
}

interface Figure {
  title: string
  amounts: readonly LabeledAmount[]
  hint?: string
}

export function describeBalance(balance: string): string {
  const cents = roundToCents(balance)
  if (cents === 0) return 'En cero'
  return cents < 0 ? 'En contra' : 'A favor'
}

function listFigures(data: CashFlow | undefined, flow: readonly PaymentKindFlow[] = []): Figure[] {
  const { income, expenses = null, outgoings = [], voided, balance = null } = data ?? {}
  const voids = [
    { label: 'de ventas', value: `-${voided?.income ?? '0.00'}` },
    { label: 'de egresos', value: voided?.expenses ?? '0.00' },
  ]
  const optional: Figure[] = [
    { title: 'Anulaciones', amounts: voids.filter(({ value }) => Number(value) !== 0), hint: 'Hechas en estos días' },
    { title: 'Deudas', amounts: listDebtSums(flow), hint: 'Hechas y cobradas en estos días' },
    { title: 'Por forma de pago', amounts: listPaymentKindBalances(flow), hint: 'Lo que entró menos lo que salió' },
  ]
  return [
    {
      title: 'Ingresos',
      amounts: [
        { label: 'Productos', value: income?.products ?? null },
        { label: 'Membresías', value: income?.memberships ?? null },
        { label: 'Total', value: income?.total ?? null },
      ],
    },
    {
      title: 'Egresos',
      amounts: [
        ...outgoings.map(({ kind, booked }) => ({ label: findDocumentType(kind)?.plural ?? 'Otros', value: booked })),
        { label: 'Total', value: expenses },
      ],
    },
    {
      title: 'Balance',
      amounts: [{ label: balance === null ? '' : describeBalance(balance), value: balance, signed: true }],
    },
    ...optional.filter(({ amounts }) => amounts.length > 0),
  ]
}

/** Totals of the period, on the screen only: each printed list has totals of its own. */
export function CashFlowSummary({ search, today }: { search: CashFlowSearch; today: string }) {
  const { data, error, refetch } = useCashFlowSummary(search, today)
  const flow = useCashFlowByPaymentKind(search, today)
  if (error && !data) return <LoadError query={{ error: noSummary, refetch }} />
  return (
    <SimpleGrid component="section" aria-label="Resumen" minColWidth="min(100%, 14rem)" autoFlow="auto-fit">
      {listFigures(data, flow.data).map(({ title, amounts, hint }) => (
        <MetricCard key={title} title={title}>
          <AmountList amounts={amounts} hasTotal={hint === undefined} />
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </MetricCard>
      ))}
    </SimpleGrid>
  )
}

interface PrintedSummaryProps {
  query: TableQuery & { data: CashFlow | undefined }
  flow: readonly PaymentKindFlow[] | undefined
}

export function PrintedCashFlowSummary({ query, flow }: PrintedSummaryProps) {
  const missing = getMissingRowsText(query, query.data)
  if (missing) return <p>Resumen: {missing.toLowerCase()}</p>
  return listFigures(query.data, flow).map(({ title, amounts }) => (
    <p key={title}>
      {title}: {amounts.map(({ label, value }) => `${label} ${formatMoney(value)}`).join(' · ')}
    </p>
  ))
}

/** Common filter of the requests for list, summary and payment methods: whole days in the gym's time zone. */
export const toCashFlowQuery = ({ user, start, end }: CashFlowSearch, today: string) => ({
  user_name: user,
  start_date: start ?? today,
  end_date: end ?? today,
})

export const useCashFlowSummary = (
  search: CashFlowSearch,
  today: string,
): UseQueryResult<CallAnswer<'statistics.cash-flow'>> =>
  useEndpoint('statistics.cash-flow', { query: toCashFlowQuery(search, today) })

export const useCashFlowByPaymentKind = (
  search: CashFlowSearch,
  today: string,
): UseQueryResult<CallAnswer<'tenders.flow'>> => useEndpoint('tenders.flow', { query: toCashFlowQuery(search, today) })

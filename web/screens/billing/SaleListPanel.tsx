import { Box, Group, Text, Title } from '@mantine/core'
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import { formatPlanName } from '@torniquete/contract/members/memberships.ts'
import { getLastMembershipDay } from '@torniquete/contract/shared/dates.ts'
import { subtractAmounts } from '@torniquete/contract/shared/money.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import { formatSaleProducts, type Sale } from '@torniquete/contract/till/sales.ts'
import { shouldShowDebts } from '@torniquete/contract/till/should-show-debts.ts'
import { sumPartialVoids } from '@torniquete/contract/till/void-lines.ts'
import { useId, useMemo } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { addNcfColumn, makeChargedAmountColumn } from '../../features/bills/ChargedAmount.tsx'
import {
  formatDateAndNameFilter,
  formatDocumentSums,
  makeDocumentSumFormatter,
  saleNouns,
} from '../../features/bills/document-list-texts.ts'
import { useFiscalCountry } from '../../features/fiscal/use-fiscal-country.ts'
import { usePaymentKindSumsText } from '../../features/paying/payment-kind-sums.ts'
import { useDebtRules } from '../../features/paying/use-payment-state.ts'
import { DayText } from '../../kit/DayText.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { ListExportButtons } from '../../kit/ListExportButtons.tsx'
import { ListFilter } from '../../kit/ListFilter.tsx'
import { Money } from '../../kit/Money.tsx'
import type { Column } from '../../kit/table-column.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { useIsPageIdle } from '../../kit/wait-until-page-idle.ts'
import {
  addListPrefix,
  billingPageSize,
  pickSaleListSearch,
  type SaleListName,
  type SaleListSearch,
} from '../../navigation/billing-search.ts'
import { makeDialogLinkColumn } from '../../navigation/link-columns.tsx'
import { useRowIdOfOpenDialog } from '../../navigation/open-dialog.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { toDayRangeQuery, useScreenSearch } from '../../navigation/use-screen-search.ts'
import type { GymClock } from '../../session/gym-clock.ts'

type ListCall = `${SaleListName}.list`

interface SaleListShape<Row> {
  list: SaleListName
  document: 'sale' | 'payment'
  title: string
  empty: string
  rowsOf(answer: CallAnswer<ListCall>): readonly Row[]
  amountOf: (row: Row) => string
  partlyOf?: (row: Row) => string
  columns: (zone: string, country: Country) => Column<Row>[]
}

export const productSalesListShape: SaleListShape<Sale> = {
  list: 'sales',
  document: 'sale',
  title: 'Ventas de productos',
  empty: 'No hay ventas de productos.',
  rowsOf: ({ salesInvoices }: CallAnswer<'sales.list'>) => salesInvoices,
  amountOf: (sale) => sale.amount_total,
  partlyOf: sumPartialVoids,
  columns: (zone, country) => [
    { header: 'N.º', width: '3.5rem', cell: (sale) => sale.number },
    { header: 'Fecha', cell: (sale) => <InstantText instant={sale.created_at} zone={zone} /> },
    ...addNcfColumn(
      country,
      makeDialogLinkColumn<Sale>('Cliente', '/billing/bill/$kind/$id', ({ client }) => client.name, 'sale'),
    ),
    { header: 'Productos', on: 'paper', cell: formatSaleProducts },
    { header: 'Usuario', on: 'paper', cell: (sale) => sale.user.name },
  ],
}

const lastDay = ({ expire_membership }: Payment['membership']) => getLastMembershipDay(expire_membership)

export const membershipSalesListShape: SaleListShape<Payment> = {
  list: 'payments',
  document: 'payment',
  title: 'Ventas de membresías',
  empty: 'No hay ventas de membresías.',
  rowsOf: ({ items }: CallAnswer<'payments.list'>) => items,
  amountOf: (payment) => payment.membership.price,
  columns: (zone, country) => [
    { header: 'N.º', width: '3.5rem', cell: (payment) => payment.number },
    { header: 'Fecha', cell: ({ membership }) => <InstantText instant={membership.payment_date} zone={zone} /> },
    ...addNcfColumn(
      country,
      makeDialogLinkColumn<Payment>('Cliente', '/billing/bill/$kind/$id', ({ client }) => client.name, 'payment'),
    ),
    { header: 'Membresía', cell: ({ membership }) => formatPlanName(membership.name) },
    { header: 'Primer día', on: 'paper', cell: ({ membership }) => <DayText day={membership.start_date} /> },
    { header: 'Último día', on: 'paper', cell: ({ membership }) => <DayText day={lastDay(membership)} /> },
    { header: 'Usuario', on: 'paper', cell: (payment) => payment.user.name },
  ],
}

function totalColumn<Row extends { id: number; voided: unknown }>(
  amountOf: (row: Row) => string,
  owed: ReadonlyMap<number, string>,
  partlyOf?: (row: Row) => string,
): Column<Row> {
  const { cell: paper, ...column } = makeChargedAmountColumn('Total', amountOf, { partlyOf })
  return {
    ...column,
    paper,
    cell: (row) => {
      const rest = row.voided === null ? owed.get(row.id) : undefined
      return (
        <>
          {paper(row)}
          {rest && (
            <Text component="small" inherit display="block" fz="xs" c="var(--mantine-color-error)">
              Pendiente <Money value={rest} />
            </Text>
          )}
        </>
      )
    },
  }
}

interface SaleListPanelProps<Row> {
  shape: SaleListShape<Row>
  clock: GymClock
}

function useListSearch(list: SaleListName) {
  const { search, change } = useScreenSearch('/billing')
  return {
    search: pickSaleListSearch(search, list),
    change: (next: SaleListSearch, replace?: boolean) => change(addListPrefix(list, next), replace),
    usualSize: billingPageSize,
  }
}

export function SaleListPanel<Row extends { id: number; voided: unknown }>(props: SaleListPanelProps<Row>) {
  const { shape, clock } = props
  const { document, title } = shape
  const { zone, today } = clock
  const address = useListSearch(shape.list)
  const opened = useRowIdOfOpenDialog('/billing/bill/$kind/$id', document)
  const heading = useId()
  const { name, days, asked } = toDayRangeQuery(address.search, today, address.usualSize)
  const filter = { client_name: name, ...days }
  const query = useEndpoint<ListCall>(`${shape.list}.list`, { query: { ...filter, ...asked } })
  const { data } = query
  const rows = data && shape.rowsOf(data)
  const kinds = usePaymentKindSumsText(document, { party_name: name, ...days })
  const ids = rows?.map(({ id }) => id).join(',') ?? ''
  const owed = useEndpoint(
    'debts.of-documents',
    { params: { document }, query: { ids } },
    { enabled: shouldShowDebts(useDebtRules(useIsPageIdle()).data) && ids !== '', standsIn: true },
  ).data
  const country = useFiscalCountry()
  const columns = useMemo(
    () => [
      ...shape.columns(zone, country),
      totalColumn(shape.amountOf, new Map(owed?.map(({ id, owed }) => [id, owed])), shape.partlyOf),
    ],
    [shape, zone, country, owed],
  )
  const list = {
    label: title,
    columns,
    rowKey: ({ id }: Row) => id,
    empty: shape.empty,
    filter: formatDateAndNameFilter(days, 'Cliente', name),
    sum: makeDocumentSumFormatter(
      (row: Row) => subtractAmounts(shape.amountOf(row), shape.partlyOf?.(row) ?? '0.00'),
      saleNouns,
    ),
    figures: kinds.text && <p>{kinds.text}</p>,
  }
  return (
    <Box role="group" miw={0} aria-labelledby={heading}>
      <Group justify="space-between" gap="0.5rem 1rem" mb="0.75rem">
        <Title order={2} size="h3" id={heading}>
          {title}
        </Title>
        <ListExportButtons
          {...list}
          queries={[query, kinds.query]}
          total={data?.total}
          {...makeListExportLoaders(shape.list, filter, (answer) => shape.rowsOf(answer))}
        />
      </Group>
      <ListFilter
        label={`Filtro de ${title.toLowerCase()}`}
        nameLabel="Nombre del cliente"
        filter={address.search}
        today={today}
        onSearch={({ name, start, end }) => address.change({ name, start, end, page: undefined })}
      />
      <Text size="sm" c="dimmed" role="status" mih="1.5rem" mt="sm" mb="0.4rem">
        {data ? <UnbrokenAmountsText>{formatDocumentSums(data, saleNouns)}</UnbrokenAmountsText> : ' '}
        {/* The height is reserved while the text loads, so that the list does not move. */}
        <Text span inherit display="block" mih="1.25rem" fz="xs">
          <UnbrokenAmountsText>{kinds.text || ' '}</UnbrokenAmountsText>
        </Text>
      </Text>
      <div>
        <PagedTable
          {...list}
          {...address}
          rows={rows}
          query={query}
          pages={`Páginas de ${title.toLowerCase()}`}
          selectedKey={opened}
        />
      </div>
    </Box>
  )
}

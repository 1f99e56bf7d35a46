import { Box, Group, Text, Title } from '@mantine/core'
import { formatPlanName } from '@torniquete/contract/members/memberships.ts'
import { getLastMembershipDay } from '@torniquete/contract/shared/dates.ts'
import { formatSaleProducts } from '@torniquete/contract/till/sales.ts'
import { shouldShowDebts } from '@torniquete/contract/till/should-show-debts.ts'
import { useId, useMemo } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { formatDateAndNameFilter, formatDocumentSums, saleNouns } from '../../features/bills/document-list-texts.ts'
import {
  documentLists,
  type ListedDocument,
  listDocuments,
  makeDocumentColumns,
  makeListSumFormatter,
} from '../../features/bills/document-lists.tsx'
import { useFiscalCountry } from '../../features/fiscal/use-fiscal-country.ts'
import { usePaymentKindSumsText } from '../../features/paying/payment-kind-sums.ts'
import { useDebtRules } from '../../features/paying/payment-settings.ts'
import { DayText } from '../../kit/DayText.tsx'
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
import { useRowIdOfOpenDialog } from '../../navigation/open-dialog.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { toDayRangeQuery, useScreenSearch } from '../../navigation/use-screen-search.ts'
import type { GymClock } from '../../session/gym-clock.ts'

const getMembership = (row: ListedDocument) => ('membership' in row ? row.membership : undefined)
const getLastDay = (row: ListedDocument) =>
  'membership' in row ? getLastMembershipDay(row.membership.expire_membership) : null

const ownColumns: Record<SaleListName, readonly Column<ListedDocument>[]> = {
  sales: [{ header: 'Productos', on: 'paper', cell: (row) => 'sales_bill_items' in row && formatSaleProducts(row) }],
  payments: [
    { header: 'Membresía', cell: (row) => formatPlanName(getMembership(row)?.name) },
    { header: 'Primer día', on: 'paper', cell: (row) => <DayText day={getMembership(row)?.start_date ?? null} /> },
    { header: 'Último día', on: 'paper', cell: (row) => <DayText day={getLastDay(row)} /> },
  ],
}

/** Adds to the total what is still owed; printed lists show only the total. */
function addOwed(
  { cell: paper, ...column }: Column<ListedDocument>,
  owed: ReadonlyMap<number, string>,
): Column<ListedDocument> {
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

function useListSearch(list: SaleListName) {
  const { search, change } = useScreenSearch('/billing')
  return {
    search: pickSaleListSearch(search, list),
    change: (next: SaleListSearch, replace?: boolean) => change(addListPrefix(list, next), replace),
    usualSize: billingPageSize,
  }
}

export function SaleListPanel({ area, clock }: { area: SaleListName; clock: GymClock }) {
  const { title, empty } = documentLists[area]
  const document = area === 'sales' ? 'sale' : 'payment'
  const { zone, today } = clock
  const address = useListSearch(area)
  const opened = useRowIdOfOpenDialog('/billing/bill/$kind/$id', document)
  const heading = useId()
  const { name, days, asked } = toDayRangeQuery(address.search, today, address.usualSize)
  const filter = { client_name: name, ...days }
  const query = useEndpoint<`${SaleListName}.list`>(`${area}.list`, { query: { ...filter, ...asked } })
  const { data } = query
  const rows = data && listDocuments(data)
  const kinds = usePaymentKindSumsText(document, { party_name: name, ...days })
  const ids = rows?.map(({ id }) => id).join(',') ?? ''
  const owed = useEndpoint(
    'debts.of-documents',
    { params: { document }, query: { ids } },
    { enabled: shouldShowDebts(useDebtRules(useIsPageIdle()).data) && ids !== '', standsIn: true },
  ).data
  const country = useFiscalCountry()
  const columns = useMemo(() => {
    const { number, date, party, total } = makeDocumentColumns(area, { zone, country, to: '/billing/bill/$kind/$id' })
    const seller: Column<ListedDocument> = { header: 'Usuario', on: 'paper', cell: ({ user }) => user.name }
    const owedById = new Map(owed?.map(({ id, owed }) => [id, owed]))
    return [number, date, ...party, ...ownColumns[area], seller, addOwed(total, owedById)]
  }, [area, zone, country, owed])
  const list = {
    label: title,
    columns,
    rowKey: ({ id }: ListedDocument) => id,
    empty,
    filter: formatDateAndNameFilter(days, 'Cliente', name),
    sum: makeListSumFormatter(area),
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
          {...makeListExportLoaders(area, filter, (answer) => listDocuments(answer))}
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

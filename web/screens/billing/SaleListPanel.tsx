import { Box, Group, Text, Title } from '@mantine/core'
import { subtractSums } from '@torniquete/contract/shared/money.ts'
import { showsDebts } from '@torniquete/contract/till/debts.ts'
import { useId, useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { filterText, formatSum, saleNouns, sumsText } from '../../features/bills/list-texts.ts'
import { useDebtRules } from '../../features/paying/debt-rules.ts'
import { useKindsText } from '../../features/paying/kind-sums.ts'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { ListExport } from '../../kit/ListExport.tsx'
import { ListFilter } from '../../kit/ListFilter.tsx'
import { usePageIdle } from '../../kit/when-idle.ts'
import {
  billingPageSize,
  named,
  readListSearch,
  type SaleList,
  type SaleListSearch,
} from '../../navigation/billing-search.ts'
import { useOpenRow } from '../../navigation/opening.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { readRange, useAddress } from '../../navigation/use-pages.ts'
import type { GymClock } from '../../session/gym-clock.ts'
import classes from './billing.module.css'
import { type ListCall, type SaleListShape, totalColumn } from './sale-lists.tsx'

interface SaleListPanelProps<Row> {
  shape: SaleListShape<Row>
  clock: GymClock
}

/** One list's filter and page in the address. */
function useListSearch(list: SaleList) {
  const { search, change } = useAddress('/billing')
  return {
    search: readListSearch(search, list),
    change: (next: SaleListSearch, replace?: boolean) => change(named(list, next), replace),
    usualSize: billingPageSize,
  }
}

/** One of the two lists with filter, rows, sum, pages, print and Excel. */
export function SaleListPanel<Row extends { id: number; voided: unknown }>(props: SaleListPanelProps<Row>) {
  const { shape, clock } = props
  const { document, title } = shape
  const { zone, today } = clock
  const address = useListSearch(shape.list)
  const opened = useOpenRow('/billing/bill/$kind/$id', document)
  const heading = useId()
  const { name, days, asked } = readRange(address.search, today, address.usualSize)
  const filter = { client_name: name, ...days }
  const query = useEndpoint<ListCall>(`${shape.list}.list`, { query: { ...filter, ...asked } })
  const { data } = query
  const rows = data && shape.rowsOf(data)
  const kinds = useKindsText(document, { party_name: name, ...days })
  const ids = rows?.map(({ id }) => id).join(',') ?? ''
  const owed = useEndpoint(
    'debts.of-documents',
    { params: { document }, query: { ids } },
    { enabled: showsDebts(useDebtRules(usePageIdle()).data) && ids !== '', standsIn: true },
  ).data
  const columns = useMemo(
    () => [
      ...shape.columns(zone),
      totalColumn(shape.amountOf, new Map(owed?.map(({ id, owed }) => [id, owed])), shape.partlyOf),
    ],
    [shape, zone, owed],
  )
  const list = {
    label: title,
    columns,
    rowKey: ({ id }: Row) => id,
    empty: shape.empty,
    filter: filterText(days, 'Cliente', name),
    sum: formatSum((row: Row) => subtractSums(shape.amountOf(row), shape.partlyOf?.(row) ?? '0.00'), saleNouns),
    figures: kinds.text && <p>{kinds.text}</p>,
  }
  return (
    <Box role="group" miw={0} aria-labelledby={heading}>
      <Group justify="space-between" gap="0.5rem 1rem" mb="0.75rem">
        <Title order={2} size="h3" id={heading}>
          {title}
        </Title>
        <ListExport
          {...list}
          queries={[query, kinds.query]}
          total={data?.total}
          {...wholeList(shape.list, filter, (answer) => shape.rowsOf(answer))}
        />
      </Group>
      <ListFilter
        label={`Filtro de ${title.toLowerCase()}`}
        nameLabel="Nombre del cliente"
        filter={address.search}
        today={today}
        onSearch={({ name, start, end }) => address.change({ name, start, end, page: undefined })}
      />
      <Text size="sm" c="dimmed" role="status" className={classes.sum}>
        {data ? <AmountsText>{sumsText(data, saleNouns)}</AmountsText> : ' '}
        {/* Reserves the line, so that the list does not move. */}
        <Text span inherit display="block" mih="1.25rem" fz="xs">
          <AmountsText>{kinds.text || ' '}</AmountsText>
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

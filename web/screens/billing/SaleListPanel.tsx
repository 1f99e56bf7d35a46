import { Box, Group, Text, Title } from '@mantine/core'
import { useId, useMemo } from 'react'
import { filterText, type Sums, saleNouns, sumOf, sumsText } from '../../features/bills/list-texts.ts'
import type { useKindsText } from '../../features/paying/kind-sums.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { ListExport, type ListExportProps } from '../../kit/ListExport.tsx'
import { ListFilter } from '../../kit/ListFilter.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import type { TableQuery } from '../../kit/table-column.ts'
import { usePastEnd } from '../../kit/use-past-end.ts'
import type { GymClock } from '../../session/gym-clock.ts'
import classes from './billing.module.css'
import type { SaleListShape } from './sale-list.ts'
import { totalColumn } from './total-column.tsx'
import type { ListAddress } from './use-billing-search.ts'
import { useOwedRows } from './use-owed-rows.ts'

export interface SaleListPage<Row> extends Sums {
  rows: readonly Row[]
  pages: number
}

interface SaleListPanelProps<Row> extends Pick<ListExportProps<Row>, 'load' | 'file'> {
  shape: SaleListShape<Row>
  clock: GymClock
  address: ListAddress
  query: TableQuery
  /** What the query answered; undefined until it did. */
  answer: SaleListPage<Row> | undefined
  openedId: number | undefined
  kinds: ReturnType<typeof useKindsText>
}

/** One of the two lists: filter, rows, sum, pages, print and Excel. */
export function SaleListPanel<Row extends { id: number; voided: unknown }>(props: SaleListPanelProps<Row>) {
  const { shape, clock, address, query, answer, kinds } = props
  const { zone, today } = clock
  const { search, page, size, setFilter, setPage } = address
  const heading = useId()
  const owed = useOwedRows(shape.list === 'sales' ? 'sale' : 'payment', answer?.rows.map(({ id }) => id) ?? [])
  const columns = useMemo(() => [...shape.columns(zone), totalColumn(shape.amountOf, owed)], [shape, zone, owed])
  const list = {
    label: shape.title,
    columns,
    rowKey: ({ id }: Row) => id,
    empty: shape.empty,
    filter: filterText(search.start ?? today, search.end ?? today, 'Cliente', search.name),
    sum: sumOf(shape.amountOf, saleNouns),
    figures: kinds.text && <p>{kinds.text}</p>,
  }
  const pastEnd = usePastEnd({ data: answer, isPlaceholderData: query.isPlaceholderData }, page, (last) =>
    setPage({ page: last, size }, true),
  )
  return (
    <Box role="group" miw={0} aria-labelledby={heading}>
      <Group justify="space-between" gap="0.5rem 1rem" mb="0.75rem">
        <Title order={2} size="h3" id={heading}>
          {shape.title}
        </Title>
        <ListExport
          {...list}
          queries={[query, kinds.query]}
          total={answer?.total}
          load={props.load}
          file={props.file}
        />
      </Group>
      <ListFilter
        label={`Filtro de ${shape.title.toLowerCase()}`}
        nameLabel="Nombre del cliente"
        filter={search}
        today={today}
        onSearch={setFilter}
      />
      <Text size="sm" c="dimmed" role="status" className={classes.sum}>
        {answer ? sumsText(answer, saleNouns) : ' '}
        {/* The line is there before what stands in it: the list below does not move. */}
        <Text span inherit display="block" mih="1.25rem" fz="xs">
          {kinds.text || ' '}
        </Text>
      </Text>
      <DataTable
        {...list}
        rows={pastEnd ? undefined : answer?.rows}
        query={query}
        selectedKey={props.openedId}
        place={{ page, size, total: answer?.total }}
      />
      <Pagination
        label={`Páginas de ${shape.title.toLowerCase()}`}
        page={page}
        list={answer}
        size={size}
        onChange={setPage}
      />
    </Box>
  )
}

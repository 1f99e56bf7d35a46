import { Text } from '@mantine/core'
import { ListFilter, type ListFilterValues } from '../../kit/ListFilter.tsx'
import type { TableQuery } from '../../kit/table-column.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { ExportableTable, type ExportableTableProps } from '../../navigation/PagedTable.tsx'
import type { SearchChanger } from '../../navigation/use-screen-search.ts'
import { type PaginationState, toDayRangeQuery } from '../../navigation/use-screen-search.ts'
import {
  type DocumentNouns,
  type DocumentSums,
  formatDateAndNameFilter,
  formatDocumentSums,
  makeDocumentSumFormatter,
} from './document-list-texts.ts'

interface RangedTableProps<Row>
  extends Omit<
    ExportableTableProps<Row>,
    'query' | 'search' | 'change' | 'usualSize' | 'filter' | 'sum' | 'figures' | 'children'
  > {
  search: ListFilterValues & PaginationState['search']
  change: SearchChanger<ListFilterValues & PaginationState['search']>
  query: TableQuery & { data: (DocumentSums & { pages: number; items?: readonly Row[] }) | undefined }
  /** Rows of an answer that has them under another key than `items`. */
  rows?: readonly Row[] | undefined
  usualSize?: number
  today: string
  nameLabel: string
  /** Label of the name filter on printed lists; `nameLabel` by default. */
  who?: string
  nouns: DocumentNouns
  amountOf: (row: Row) => string
  /** Text below the total. An empty string reserves the line; undefined does not. */
  told?: string
}

export const dateRangePageSize = 50

export function DateRangeTable<Row extends { voided: unknown }>(props: RangedTableProps<Row>) {
  const { today, nameLabel, who = nameLabel, nouns, amountOf, told, usualSize = dateRangePageSize, ...list } = props
  const { name, days } = toDayRangeQuery(list.search, today, usualSize)
  const { data } = list.query
  const some = data && data.total > 0
  return (
    <>
      <ListFilter
        label={`Filtro de ${list.label.toLowerCase()}`}
        nameLabel={nameLabel}
        filter={list.search}
        today={today}
        onSearch={({ name, start, end }) => list.change({ name, start, end, page: undefined })}
      />
      <ExportableTable
        {...list}
        rows={list.rows ?? data?.items}
        usualSize={usualSize}
        filter={formatDateAndNameFilter(days, who, name)}
        sum={makeDocumentSumFormatter(amountOf, nouns)}
        figures={
          told && (
            <p>
              <UnbrokenAmountsText>{told}</UnbrokenAmountsText>
            </p>
          )
        }
      >
        <Text size="sm" c="dimmed" role="status">
          {some && <UnbrokenAmountsText>{formatDocumentSums(data, nouns)}</UnbrokenAmountsText>}
          {/* The height is reserved while the text loads, so that the list does not move. */}
          {told !== undefined && (
            <Text span inherit display="block" mih="1.25rem" fz="xs">
              {some && <UnbrokenAmountsText>{told}</UnbrokenAmountsText>}
            </Text>
          )}
        </Text>
      </ExportableTable>
    </>
  )
}

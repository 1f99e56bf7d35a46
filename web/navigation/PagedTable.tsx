import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from '../kit/DataTable.tsx'
import { ListExportButtons, type ListExportButtonsProps } from '../kit/ListExportButtons.tsx'
import { Pagination } from '../kit/Pagination.tsx'
import type { TableQuery } from '../kit/table-column.ts'
import { useRedirectToLastPage } from '../kit/use-redirect-to-last-page.ts'
import { toPageSearch } from './search-values.ts'
import type { PaginationState } from './use-screen-search.ts'

interface Answered {
  total: number
  pages: number
}

/** `pages` is the label of the page size buttons, which are then shown even for a single page. */
type PagedTableProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'query' | 'place'> &
  PaginationState & { pages?: string } & (
    | { query: TableQuery & { data: (Answered & { items: readonly Row[] }) | undefined } }
    | { query: TableQuery & { data: Answered | undefined }; rows: readonly Row[] | undefined }
  )

export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { query, pages, search, change, usualSize, ...list } = props
  const { page = 0, size = usualSize } = search
  const { data } = query
  const rows = 'rows' in props ? props.rows : props.query.data?.items
  const pastEnd = useRedirectToLastPage(query, page, (last) => change({ page: last || undefined }, true))
  return (
    <>
      <DataTable {...list} rows={pastEnd ? undefined : rows} query={query} place={{ page, size, total: data?.total }} />
      {data && (pages || data.total > Math.min(size, usualSize)) && (
        <Pagination
          label={pages}
          page={page}
          list={data}
          size={size}
          onChange={(next) => change(toPageSearch(next, usualSize))}
        />
      )}
    </>
  )
}

export type ExportableTableProps<Row> = PagedTableProps<Row> &
  Pick<ListExportButtonsProps<Row>, 'load' | 'file'> & {
    figureQueries?: readonly TableQuery[]
    children: ReactNode
  }

export function ExportableTable<Row>(props: ExportableTableProps<Row>) {
  const { children, load, file, figureQueries = [], ...list } = props
  const { query } = list
  return (
    <>
      <Group justify="space-between" my="sm" mih="2.25rem">
        {children}
        <ListExportButtons
          {...list}
          queries={[query, ...figureQueries]}
          total={query.data?.total}
          load={load}
          file={file}
        />
      </Group>
      <PagedTable {...list} />
    </>
  )
}

import { DataTable, type DataTableProps } from '../kit/DataTable.tsx'
import { Pagination } from '../kit/Pagination.tsx'
import type { TableQuery } from '../kit/table-column.ts'
import { usePastEnd } from '../kit/use-past-end.ts'
import type { ChangeSearch } from './opening.ts'
import { pageSearch } from './search-values.ts'

interface Page {
  page?: number | undefined
  size?: number | undefined
}

/** The address that says which page it is. */
export interface PageAddress {
  search: Page
  change: ChangeSearch<Page>
  /** Rows of a page where the address says nothing else. */
  usualSize: number
}

interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'query' | 'place'>, PageAddress {
  query: TableQuery & { data: { items: readonly Row[]; total: number; pages: number } | undefined }
}

/** A list whose page its screen's address holds; pages are offered where there is more than one. */
export function PagedTable<Row>({ query, search, change, usualSize, ...list }: PagedTableProps<Row>) {
  const { page = 0, size = usualSize } = search
  const { data } = query
  const pastEnd = usePastEnd(query, page, (last) => change({ page: last || undefined }, true))
  return (
    <>
      <DataTable
        {...list}
        rows={pastEnd ? undefined : data?.items}
        query={query}
        place={{ page, size, total: data?.total }}
      />
      {data && data.total > Math.min(size, usualSize) && (
        <Pagination page={page} list={data} size={size} onChange={(next) => change(pageSearch(next, usualSize))} />
      )}
    </>
  )
}

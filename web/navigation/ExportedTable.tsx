import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { ListExport, type ListExportProps } from '../kit/ListExport.tsx'
import type { TableQuery } from '../kit/table-column.ts'
import { PagedTable, type PagedTableProps } from './PagedTable.tsx'

export type ExportedTableProps<Row> = PagedTableProps<Row> &
  Pick<ListExportProps<Row>, 'load' | 'file'> & {
    /** Queries for the printed figures. */
    figureQueries?: readonly TableQuery[]
    /** Totals beside the buttons. */
    children: ReactNode
  }

export function ExportedTable<Row>(props: ExportedTableProps<Row>) {
  const { children, load, file, figureQueries = [], ...list } = props
  const { query } = list
  return (
    <>
      <Group justify="space-between" my="sm" mih="2.25rem">
        {children}
        <ListExport {...list} queries={[query, ...figureQueries]} total={query.data?.total} load={load} file={file} />
      </Group>
      <PagedTable {...list} />
    </>
  )
}

import { DataTable } from '../../kit/DataTable.tsx'
import type { TableQuery } from '../../kit/table-column.ts'
import type { Mark } from './chart-data.ts'

interface MarksTableProps {
  label: string
  /** The heads of names and values. */
  headers: readonly [string, string]
  marks: readonly Mark[]
  show: (value: number) => string
  query: TableQuery
}

/** What a chart shows, in numbers. */
export function MarksTable({ label, headers: [names, values], marks, show, query }: MarksTableProps) {
  return (
    <DataTable
      label={label}
      columns={[
        { key: 'name', header: names, cell: ({ name }) => name },
        { key: 'value', header: values, align: 'right', cell: ({ value }) => show(value) },
      ]}
      rows={marks}
      rowKey={({ name }) => name}
      query={query}
      unprinted
      empty=""
    />
  )
}

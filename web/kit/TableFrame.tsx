// A table header with placeholders for its rows.
import { Skeleton } from '@mantine/core'
import classes from './DataTable.module.css'
import type { Column } from './table-column.ts'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sticky: boolean
  /** Rows state their number. */
  counted: boolean
}

export function TableHead<Row>({ columns, sticky, counted }: TableHeadProps<Row>) {
  return (
    <thead data-sticky={sticky || undefined}>
      <tr aria-rowindex={counted ? 1 : undefined}>
        {columns.map(({ header, key = header, align, width, folded }) => (
          <th key={key} scope="col" data-align={align} data-fold={folded} style={{ width }}>
            {header}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f']

export function SkeletonRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tbody aria-hidden>
      {placeholders.map((name, index) => (
        <tr key={name} className={classes.row}>
          {columns.map(({ header, key = header, folded }) => (
            <td key={key} data-fold={folded}>
              <Skeleton height={14} width={index % 2 ? '70%' : '85%'} miw={48} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

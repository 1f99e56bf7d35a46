import { fromCents } from '@torniquete/contract/shared/money.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { Money } from '../../kit/Money.tsx'
import type { Column, TableQuery } from '../../kit/table-column.ts'
import { type RevenueRow, revenueRows, type WorkerBars } from './revenue-bars.ts'

interface RevenueTableProps {
  label: string
  periods: readonly string[]
  bars: readonly WorkerBars[]
  query: TableQuery
}

/** The bars' amounts: a row for each period, a column for each worker. */
export function RevenueTable({ label, periods, bars, query }: RevenueTableProps) {
  const workers = bars.map(
    ({ key, name }, index): Column<RevenueRow> => ({
      key,
      header: name,
      align: 'right',
      cell: ({ amounts }) => <Money value={fromCents(amounts[index] ?? 0)} />,
    }),
  )
  const columns: Column<RevenueRow>[] = [
    { header: 'Periodo', folded: 'first', cell: (row) => <strong>{row.label}</strong> },
    ...workers,
    { header: 'Total', align: 'right', folded: 'first', cell: ({ total }) => <Money value={fromCents(total)} bold /> },
  ]
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={revenueRows(bars, periods)}
      rowKey={(row) => row.label}
      query={query}
      unprinted
      empty=""
    />
  )
}

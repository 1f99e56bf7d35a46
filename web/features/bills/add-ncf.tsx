import { Text } from '@mantine/core'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import type { Column } from '../../kit/table-column.ts'

interface Receipted {
  fiscal?: { ncf: string } | null | undefined
}

/** With a country, adds the NCF: below the column's own text on screens, as a column of its own on paper. */
export function addNcf<Row extends Receipted>(country: Country, column: Column<Row>): Column<Row>[] {
  if (country === 'none') return [column]
  const cell = (row: Row) => (
    <>
      {column.cell(row)}
      {row.fiscal && (
        <Text component="small" inherit display="block" fz="xs" fw={400} c="dimmed">
          {row.fiscal.ncf}
        </Text>
      )}
    </>
  )
  return [
    { ...column, paper: column.paper ?? column.cell, cell },
    { header: 'NCF', on: 'paper', cell: ({ fiscal }) => fiscal?.ncf },
  ]
}

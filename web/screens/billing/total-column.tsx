import { Text } from '@mantine/core'
import { chargedColumn } from '../../features/bills/ChargedAmount.tsx'
import { Money } from '../../kit/Money.tsx'
import type { Column } from '../../kit/table-column.ts'

/** What each row comes to; on screen, with what of it is still owed. */
export function totalColumn<Row extends { id: number; voided: unknown }>(
  amountOf: (row: Row) => string,
  owed: ReadonlyMap<number, string>,
): Column<Row> {
  const { cell: paper, ...column } = chargedColumn('Total', amountOf)
  return {
    ...column,
    paper,
    cell: (row) => {
      const rest = row.voided === null ? owed.get(row.id) : undefined
      return (
        <>
          {paper(row)}
          {rest && (
            <Text component="small" inherit display="block" fz="xs" c="var(--mantine-color-error)">
              Pendiente <Money value={rest} />
            </Text>
          )}
        </>
      )
    },
  }
}

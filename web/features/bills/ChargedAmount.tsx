import { Text } from '@mantine/core'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import { voidedMark } from '@torniquete/contract/till/bills.ts'
import classes from '../../kit/kit.module.css'
import { Money } from '../../kit/Money.tsx'
import type { Column } from '../../kit/table-column.ts'

interface ChargedAmountProps {
  amount: string
  voided: boolean
  /** Voided part of the amount as decimal text, if only some lines are voided. */
  partly?: string
  word?: string
}

export function ChargedAmount({ amount, voided, partly = '0.00', word = voidedMark }: ChargedAmountProps) {
  if (!voided)
    return (
      <>
        <Money value={amount} />
        {partly !== '0.00' && (
          <Text component="small" inherit display="block" fz="xs">
            Anulado en parte <Money value={partly} />
          </Text>
        )}
      </>
    )
  return (
    <span className={classes.voided}>
      <b className={classes.badge}>{word}</b>
      <s data-voided>
        <Money value={amount} />
      </s>
    </span>
  )
}

export const makeChargedAmountColumn = <Row extends { voided: unknown }>(
  header: string,
  amountOf: (row: Row) => string,
  {
    word = voidedMark,
    partlyOf,
    ...more
  }: Partial<Column<Row>> & { word?: string; partlyOf?: ((row: Row) => string) | undefined } = {},
): Column<Row> => ({
  header,
  align: 'right',
  folded: 'first',
  cell: (row) => (
    <ChargedAmount
      amount={amountOf(row)}
      voided={Boolean(row.voided)}
      word={word}
      {...(partlyOf && { partly: partlyOf(row) })}
    />
  ),
  ...more,
})

interface Receipted {
  fiscal?: { ncf: string } | null | undefined
}

/** With a country, adds the NCF: below the column's own text on screens, as a column of its own on paper. */
export function addNcfColumn<Row extends Receipted>(country: Country, column: Column<Row>): Column<Row>[] {
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

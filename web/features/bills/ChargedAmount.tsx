import { Text } from '@mantine/core'
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

import { voidedMark } from '@torniquete/contract/bills.ts'
import classes from '../../kit/kit.module.css'
import { Money } from '../../kit/Money.tsx'
import type { Column } from '../../kit/table-column.ts'

interface ChargedAmountProps {
  /** Decimal text. */
  amount: string
  voided: boolean
  /** The mark of a voided one. */
  word?: string
}

/** What a document comes to; struck out and marked where it was voided. */
export function ChargedAmount({ amount, voided, word = voidedMark }: ChargedAmountProps) {
  if (!voided) return <Money value={amount} />
  return (
    <span className={classes.voided}>
      <b className={classes.badge}>{word}</b>
      <s data-voided>
        <Money value={amount} />
      </s>
    </span>
  )
}

/** What each document of a list comes to. */
export const chargedColumn = <Row extends { voided: unknown }>(
  header: string,
  amountOf: (row: Row) => string,
  { word = voidedMark, ...more }: Partial<Column<Row>> & { word?: string } = {},
): Column<Row> => ({
  header,
  align: 'right',
  folded: 'first',
  cell: (row) => <ChargedAmount amount={amountOf(row)} voided={Boolean(row.voided)} word={word} />,
  ...more,
})

import { voidedMark } from '@torniquete/contract/bills.ts'
import classes from '../../kit/kit.module.css'
import { Money } from '../../kit/Money.tsx'

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

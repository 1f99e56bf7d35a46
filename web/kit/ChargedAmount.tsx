import classes from './kit.module.css'
import { Money } from './Money.tsx'

export const voidedText = 'ANULADA'

interface ChargedAmountProps {
  /** Decimal text. */
  amount: string
  voided: boolean
}

/** What a document comes to; struck out and marked where it was voided. */
export function ChargedAmount({ amount, voided }: ChargedAmountProps) {
  if (!voided) return <Money value={amount} />
  return (
    <span className={classes.voided}>
      <b className={classes.badge}>{voidedText}</b>
      <s data-voided>
        <Money value={amount} />
      </s>
    </span>
  )
}

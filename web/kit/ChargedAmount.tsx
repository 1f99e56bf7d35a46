import { Badge } from '@mantine/core'
import { showMoney } from '@torniquete/contract/money.ts'
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
      <Badge component="span" color="red" variant="light" size="sm" radius="sm">
        {voidedText}
      </Badge>
      <s data-voided>
        <Money value={amount} />
      </s>
    </span>
  )
}

/** The same on paper. */
export function PaperAmount({ amount, voided }: ChargedAmountProps) {
  if (!voided) return showMoney(amount)
  return (
    <>
      <s>{showMoney(amount)}</s>
      <br />
      {voidedText}
    </>
  )
}

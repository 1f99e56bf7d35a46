import { ChargedAmount } from '../../features/bills/ChargedAmount.tsx'
import { Money } from '../../kit/Money.tsx'
import classes from './billing.module.css'

interface RowTotalProps {
  /** Decimal text, as what is owed of it. */
  amount: string
  voided: unknown
  owed: string | undefined
}

/** What a row comes to, and what of it is still owed. */
export const RowTotal = ({ amount, voided, owed }: RowTotalProps) => (
  <>
    <ChargedAmount amount={amount} voided={voided !== null} />
    {owed && voided === null && (
      <small className={classes.owed}>
        Pendiente <Money value={owed} />
      </small>
    )}
  </>
)

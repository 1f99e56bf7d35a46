import { fromCents, toCents } from '@torniquete/contract/money.ts'
import { readMoney } from '@torniquete/contract/typed.ts'
import { Money } from '../../kit/Money.tsx'
import { MoneyField } from '../../kit/TypedField.tsx'
import classes from './bill-lines.module.css'

interface CashReceivedProps {
  total: string
  typed: string
  onType: (typed: string) => void
}

/** What the client hands over, and what comes back. Nothing of it is sent. */
export function CashReceived({ total, typed, onType }: CashReceivedProps) {
  const { value } = readMoney(typed)
  const back = value === undefined ? null : (toCents(value) ?? 0) - (toCents(total) ?? 0)
  return (
    <div className={classes.cash}>
      <MoneyField
        label="Recibido"
        placeholder="0.00"
        // Enter goes past it: it is asked of nobody.
        data-aside
        value={typed}
        onChange={onType}
        onFocus={(event) => event.currentTarget.select()}
      />
      {back !== null && (
        <div className={classes.change} data-short={back < 0 || undefined}>
          {back < 0 ? 'Faltan' : 'Cambio'}
          <Money value={fromCents(Math.abs(back))} bold />
        </div>
      )}
    </div>
  )
}

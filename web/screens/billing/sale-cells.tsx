import { Badge } from '@mantine/core'
import { localTime, showDay } from '@torniquete/contract/dates.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { Money } from '../../kit/Money.tsx'
import classes from './billing.module.css'
import { voidedText } from './sale-list.ts'

/** An instant as the gym's clocks showed it; the time goes below the day where it is narrow. */
export function InstantText({ instant, zone }: { instant: string; zone: string }) {
  const [day = '', time = ''] = localTime(zone, new Date(instant)).split(' ')
  return (
    <time dateTime={instant} className={classes.time}>
      <span>{showDay(day)}</span> <span>{time.slice(0, 5)}</span>
    </time>
  )
}

/** What was charged; struck out and marked where it was voided. */
export function ChargedAmount({ amount, voided }: { amount: string; voided: boolean }) {
  if (!voided) return <Money value={amount} />
  return (
    <span className={classes.voided}>
      <Badge color="red" variant="light" size="sm" radius="sm">
        {voidedText}
      </Badge>
      <s>
        <Money value={amount} />
      </s>
    </span>
  )
}

/** The same on paper. */
export function PaperAmount({ amount, voided }: { amount: string; voided: boolean }) {
  if (!voided) return showMoney(amount)
  return (
    <>
      <s>{showMoney(amount)}</s>
      <br />
      {voidedText}
    </>
  )
}

import { localTime, showDay } from '@torniquete/contract/shared/dates.ts'
import classes from './kit.module.css'

interface InstantTextProps {
  /** ISO 8601. */
  instant: string
  /** IANA zone. */
  zone: string
}

/** An instant as the clocks of its zone showed it; the time goes below the day where it is narrow. */
export function InstantText({ instant, zone }: InstantTextProps) {
  const [day = '', time = ''] = localTime(zone, new Date(instant)).split(' ')
  return (
    <time dateTime={instant} className={classes.instant}>
      <span>{showDay(day)}</span> <span>{time.slice(0, 5)}</span>
    </time>
  )
}

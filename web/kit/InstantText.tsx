import { localTime, showDay } from '@torniquete/contract/shared/dates.ts'
import classes from './kit.module.css'

/** An instant in the time of its zone; narrow layouts put the time below the day. */
export function InstantText({ instant, zone }: { instant: string; zone: string }) {
  const [day = '', time = ''] = localTime(zone, new Date(instant)).split(' ')
  return (
    <time dateTime={instant} className={classes.instant}>
      <span>{showDay(day)}</span> <span>{time.slice(0, 5)}</span>
    </time>
  )
}

import { formatDate, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import classes from './kit.module.css'

/** Shows a date and time in the given time zone; narrow layouts show the time below the day. */
export function InstantText({ instant, zone }: { instant: string; zone: string }) {
  const [day = '', time = ''] = toLocalTime(zone, new Date(instant)).split(' ')
  return (
    <time dateTime={instant} className={classes.instant}>
      <span>{formatDate(day)}</span> <span>{time.slice(0, 5)}</span>
    </time>
  )
}

/** The PC's time zone, such as `America/Santo_Domingo`; used if the gym's zone is unknown. */
export const readBrowserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

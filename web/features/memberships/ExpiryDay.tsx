import { lastValidDay } from '@torniquete/contract/shared/dates.ts'
import { DayText } from '../../kit/DayText.tsx'

interface ExpiryDayProps {
  /** The API's value: the day after the last valid day. */
  expire: string | null | undefined
  /** The gym's day; null while unknown, which shows the expiry without a colour. */
  today: string | null | undefined
}

/** The last valid day: green until it has passed, red afterwards. */
export function ExpiryDay({ expire, today }: ExpiryDayProps) {
  if (!expire) return <DayText day={null} />
  return <DayText day={lastValidDay(expire)} good={today ? expire > today : undefined} />
}

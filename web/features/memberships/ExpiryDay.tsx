import { lastValidDay } from '@torniquete/contract/shared/dates.ts'
import { DayText } from '../../kit/DayText.tsx'

interface ExpiryDayProps {
  /** The API's value: the day after the last valid day. */
  expire: string | null | undefined
  /** The gym's day; null while it is unknown, which shows the day without a judgement. */
  today: string | null | undefined
}

/** The last valid day: green while it has not passed, red afterwards. */
export function ExpiryDay({ expire, today }: ExpiryDayProps) {
  if (!expire) return <DayText day={null} />
  return <DayText day={lastValidDay(expire)} good={today ? expire > today : undefined} />
}

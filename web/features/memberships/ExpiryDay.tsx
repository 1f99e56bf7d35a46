import { getLastMembershipDay } from '@torniquete/contract/shared/dates.ts'
import { DayText } from '../../kit/DayText.tsx'

interface ExpiryDayProps {
  /** Expiry as the API sends it: the day after the last valid day. */
  expire: string | null | undefined
  /** Current day in the gym's time zone; while it is unknown, the expiry has no colour. */
  today: string | null | undefined
}

/** Shows the last valid day, green while the membership is valid and red afterwards. */
export function ExpiryDay({ expire, today }: ExpiryDayProps) {
  if (!expire) return <DayText day={null} />
  return <DayText day={getLastMembershipDay(expire)} good={today ? expire > today : undefined} />
}

import type { ClientAccess } from '@torniquete/contract/door/door.ts'
import { findOpeningState, type OpeningState } from '@torniquete/contract/door/opening-hours.ts'
import { localTime } from '@torniquete/contract/shared/dates.ts'
import { useEffect, useState } from 'react'
import { now } from '../../api/server-clock.ts'

/** Maximum delay in milliseconds when hours begin or end. */
const lookEvery = 2000

/** True within the client's opening hours in the gym's time; null if unlimited. */
export function useHours(access: ClientAccess | undefined, zone: string | undefined): OpeningState | null {
  const weeks = access?.doors.map(({ week }) => week) ?? []
  const watched = zone !== undefined && weeks.length > 0 && weeks.every((week) => week !== null)
  const [, setMinute] = useState('')
  useEffect(() => {
    if (!watched) return
    // Renders only when the minute changes.
    const timer = setInterval(() => setMinute(localTime(zone, now()).slice(0, 16)), lookEvery)
    return () => clearInterval(timer)
  }, [zone, watched])
  if (!watched) return null
  const [day = '', time = ''] = localTime(zone, now()).split(' ')
  return findOpeningState(weeks, { day, time: time.slice(0, 5) })
}

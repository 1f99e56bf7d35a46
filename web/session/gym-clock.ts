import { useQueryClient } from '@tanstack/react-query'
import type { ApiAreaName } from '@torniquete/contract/endpoints.ts'
import { defaultTimeZone, isTimeZone, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { useEffect, useRef, useState } from 'react'
import { refetchArea } from '../api/invalidate-areas.ts'
import { now } from '../api/server-clock.ts'
import { useEndpoint } from '../api/use-endpoint.ts'

export interface GymClock {
  zone: string
  today: string
}

const hour = 3_600_000

const shown = new Map<string, string>()

/** Falls back to the PC's zone if an old browser does not know the gym's: a wrong hour is better than an error. */
function shownZone(stored: string): string {
  const known = shown.get(stored) ?? (isTimeZone(stored) ? stored : defaultTimeZone)
  shown.set(stored, known)
  return known
}

/** The gym's time zone and current day, which changes at the gym's midnight. Null until the zone is loaded. */
export function useGymClock(): GymClock | null {
  const info = useEndpoint('gym-info.read', {}, { staleTime: hour, retryForever: true })
  const zone = info.data && shownZone(info.data.timeZone)
  const [, setDay] = useState('')
  useEffect(() => {
    if (!zone) return
    // Setting an unchanged day does not render, so components render only when the day changes.
    const timer = setInterval(() => setDay(toLocalDay(zone, now())), 15_000)
    return () => clearInterval(timer)
  }, [zone])
  return zone ? { zone, today: toLocalDay(zone, now()) } : null
}

export function useRefetchAtMidnight(area: ApiAreaName): void {
  const today = useGymClock()?.today
  const client = useQueryClient()
  const shownDay = useRef(today)
  useEffect(() => {
    if (shownDay.current && today && shownDay.current !== today) void refetchArea(client, area)
    shownDay.current = today
  }, [client, area, today])
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { GymInfo } from '@torniquete/contract/admin/gym-info.ts'
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import type { ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import type { UnreadCounts } from '@torniquete/contract/reports/notifications.ts'
import { defaultTimeZone, isTimeZone, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import type { EventSourceMessage } from 'eventsource-parser'
import { useEffect } from 'react'
import type { CallInput } from '../api/call-input.ts'
import { invalidateAreas, makeAreaRefresher } from '../api/invalidate-areas.ts'
import { makeStore, useStore } from '../kit/store.ts'
import { waitUntilPageIdle } from '../kit/wait-until-page-idle.ts'
import { listenToServerEvents } from './listen-to-server-events.ts'

/** Counts of unread notifications by title, from the server. Null until the stream sends the first counts. */
const notificationStore = makeStore<UnreadCounts | null>(null)

export const useUnreadNotificationCounts = (): UnreadCounts | null => useStore(notificationStore)

/** Updates this tab's unread counts and queries from the event stream while mounted; null disables it. */
export function useLiveUpdates(idUser: number | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (idUser === null) return
    const refresher = makeAreaRefresher(client)
    const ending = new AbortController()
    const onEvent = ({ event, data }: EventSourceMessage) => {
      if (event === 'changes') refresher.changed(JSON.parse(data))
      if (event === 'entered' && mergeIntoAttendanceLists(client, JSON.parse(data))) refresher.drawn('attendances')
      if (event === 'unread') notificationStore.set(JSON.parse(data))
    }
    // After a reconnection everything is refreshed, because events may have been missed.
    const onConnect = (again: boolean) => again && invalidateAreas(client, 'all')
    // The page's own requests are sent before the stream opens, which also reports changes since the page loaded.
    void waitUntilPageIdle().then(() => listenToServerEvents({ onEvent, onConnect }, ending.signal))
    return () => {
      ending.abort()
      notificationStore.set(null)
    }
  }, [client, idUser])
}

// Adds check-ins from the stream to visible attendance lists before these are refetched.

type List = CallAnswer<'attendances.list'>

const compareNewestFirst = (one: ListedAttendance, other: ListedAttendance) =>
  Date.parse(other.check_in) - Date.parse(one.check_in) || other.attendance_id - one.attendance_id

function insertRows(list: List, entries: readonly ListedAttendance[], maxRows: number): List {
  const known = new Set(list.items.map(({ attendance_id }) => attendance_id))
  const added = entries.filter(({ attendance_id }) => !known.has(attendance_id))
  if (added.length === 0) return list
  const items = [...added, ...list.items].sort(compareNewestFirst).slice(0, maxRows)
  return { ...list, items, total: list.total + added.length }
}

export function mergeIntoAttendanceLists(client: QueryClient, entries: readonly ListedAttendance[]): boolean {
  const stored = client.getQueryData<GymInfo>(['gym-info', 'gym-info.read', {}])?.timeZone ?? ''
  const zone = isTimeZone(stored) ? stored : defaultTimeZone
  const lists = client.getQueryCache().findAll({ queryKey: ['attendances', 'attendances.list'], type: 'active' })
  const merged = lists.map((list) => {
    const { query = {} } = list.queryKey[2] as CallInput<'attendances.list'>
    const { client_name, start_date = '', end_date = '', size_page } = query
    const listed = entries.filter(({ check_in }) => {
      const day = toLocalDay(zone, new Date(check_in))
      return !client_name && start_date <= day && day <= end_date
    })
    if (listed.length === 0) return false
    const merge = () =>
      client.setQueryData<List>(list.queryKey, (shown) => shown && insertRows(shown, listed, Number(size_page)))
    merge()
    // Merges again when a read in progress ends, because its answer may lack the check-in.
    if (list.state.fetchStatus === 'fetching') void list.fetch().then(merge, merge)
    return true
  })
  return merged.includes(true)
}

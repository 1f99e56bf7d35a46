// Adds attendances from the stream to visible lists before they are refetched.
import type { QueryClient } from '@tanstack/react-query'
import type { GymInfo } from '@torniquete/contract/admin/gym-info.ts'
import type { Answer } from '@torniquete/contract/endpoints.ts'
import type { ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import { dayInZone, defaultTimeZone, isZone } from '@torniquete/contract/shared/dates.ts'
import type { CallInput } from '../api/call-input.ts'

type List = Answer<'attendances.list'>

const compareNewestFirst = (one: ListedAttendance, other: ListedAttendance) =>
  Date.parse(other.check_in) - Date.parse(one.check_in) || other.attendance_id - one.attendance_id

function insertRows(list: List, entries: readonly ListedAttendance[], maxRows: number): List {
  const known = new Set(list.items.map(({ attendance_id }) => attendance_id))
  const added = entries.filter(({ attendance_id }) => !known.has(attendance_id))
  if (added.length === 0) return list
  const items = [...added, ...list.items].sort(compareNewestFirst).slice(0, maxRows)
  return { ...list, items, total: list.total + added.length }
}

/** Adds entries to visible lists of their day. Returns true if there is one. */
export function mergeEntries(client: QueryClient, entries: readonly ListedAttendance[]): boolean {
  const stored = client.getQueryData<GymInfo>(['gym-info', 'gym-info.read', {}])?.timeZone ?? ''
  const zone = isZone(stored) ? stored : defaultTimeZone
  const lists = client.getQueryCache().findAll({ queryKey: ['attendances', 'attendances.list'], type: 'active' })
  const merged = lists.map((list) => {
    const { query = {} } = list.queryKey[2] as CallInput<'attendances.list'>
    const { client_name, start_date = '', end_date = '', size_page } = query
    const listed = entries.filter(({ check_in }) => {
      const day = dayInZone(zone, new Date(check_in))
      return !client_name && start_date <= day && day <= end_date
    })
    if (listed.length === 0) return false
    const merge = () =>
      client.setQueryData<List>(list.queryKey, (shown) => shown && insertRows(shown, listed, Number(size_page)))
    merge()
    // An answer requested before the entry may lack it.
    if (list.state.fetchStatus === 'fetching') void list.fetch().then(merge, merge)
    return true
  })
  return merged.includes(true)
}

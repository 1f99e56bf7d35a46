// The visits of the day as they come, and by which door.
import type { Attendance } from '@torniquete/contract/members/attendances.ts'
import { dayInZone } from '@torniquete/contract/shared/dates.ts'
import { admins, isAllowed } from '@torniquete/contract/shared/roles.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CallInput } from '../../api/call-input.ts'
import { pollInterval, useEndpoint } from '../../api/use-endpoint.ts'
import { useStore } from '../../kit/store.ts'
import type { TableQuery } from '../../kit/table-column.ts'
import { drawing, enteredStore, markListed, type Told } from '../../live/entered.ts'
import { useSignedIn } from '../../session/session.tsx'
import { keepRows, withTold } from './arriving.ts'

/** Rows that are asked for, as the specification says. */
const pageSize = 1000

export interface Visit extends Attendance {
  /** Null where the gym has one door only; '' where nobody knows. */
  door: string | null
}

type Filter = Omit<NonNullable<CallInput<'attendances.list'>['query']>, 'page' | 'size_page'>

interface Arriving {
  rows: Visit[] | undefined
  /** Who came, but for those whom the list does not tell of yet. */
  clients: number[] | undefined
  total: number
  query: TableQuery
  /** Another list's stand in for them. */
  isOfBefore: boolean
}

/** Whom the stream told of, and a list of these days without a name shows. */
function useTold({ client_name: name, start_date: start = '', end_date: end = '' }: Filter, zone: string) {
  const told = useStore(enteredStore)
  useEffect(() => {
    if (name) return
    drawing.lists += 1
    return () => {
      drawing.lists -= 1
    }
  }, [name])
  return useMemo(() => {
    const isOfThem = ({ entry }: Told) => {
      const day = dayInZone(zone, new Date(entry.check_in))
      return !name && start <= day && day <= end
    }
    return told.filter(isOfThem)
  }, [told, name, start, end, zone])
}

/** The first page of the list, read every five seconds and at each change, with who the stream told of in between. */
export function useArriving(filter: Filter, zone: string): Arriving {
  const told = useTold(filter, zone)
  const query = { ...filter, page: 1, size_page: pageSize }
  const whole = useEndpoint('attendances.list', { query }, { refetchInterval: pollInterval })
  const { data: answer, dataUpdatedAt: at, isPlaceholderData: isOfBefore } = whole
  const shown = useMemo(
    () => answer && withTold({ answer, at }, told.filter(({ listed }) => !listed).map(visitOf), pageSize),
    [answer, at, told],
  )
  const listed = answer?.items
  useEffect(() => {
    if (listed) markListed(listed)
  }, [listed])
  return {
    rows: useVisits(shown?.items, useDoors(query, told)),
    clients: listed?.map(({ id_client }) => id_client),
    total: shown?.total ?? 0,
    query: whole,
    isOfBefore,
  }
}

/** As the list tells of them. */
const visitOf = ({ entry: { door: _, ...entry }, at }: Told) => ({ entry, at })

/** True if who is here may take one back. What a terminal told is an admin's; the others ask which were noted. */
export function useUndoable(filter: Filter): (visit: Visit) => boolean {
  const mayAll = isAllowed(useSignedIn().role, admins)
  const query = { ...filter, page: 1, size_page: pageSize }
  const { data } = useEndpoint('attendances.noted', { query }, { enabled: !mayAll })
  return useMemo(() => {
    const noted = new Set(data)
    return ({ attendance_id }) => mayAll || noted.has(attendance_id)
  }, [mayAll, data])
}

/** With the door of each; those that are as before are the very same. */
function useVisits(items: readonly Attendance[] | undefined, doorOf: DoorOf | null) {
  const before = useRef<ReadonlyMap<number, Visit>>(new Map())
  const rows = useMemo(() => {
    const visits = items?.map((row) => ({ ...row, door: doorOf === null ? null : doorOf(row.attendance_id) }))
    return visits && keepRows(visits, before.current)
  }, [items, doorOf])
  useEffect(() => {
    before.current = new Map(rows?.map((row) => [row.attendance_id, row]))
  }, [rows])
  return rows
}

type Asked = CallInput<'door.attendances'>['query']
/** '' where nobody knows. */
type DoorOf = (attendance: number) => string

/** By which door each of a list came in; null where the gym has one door only. */
function useDoors(query: Asked, told: readonly Told[]): DoorOf | null {
  const [several, setSeveral] = useState<boolean>()
  const devices = useEndpoint('devices.list', {}).data?.length ?? 0
  // Most gyms have one door: it is not asked for with each pass.
  const enabled = devices > 0 && (devices > 1 || several !== false)
  const { data } = useEndpoint(
    'door.attendances',
    { query },
    { enabled, standsIn: true, refetchInterval: several === true && pollInterval },
  )
  if (data && data.several !== several) setSeveral(data.several)
  const doors = useMemo(() => new Map(data?.items.map(({ attendance_id, door }) => [attendance_id, door])), [data])
  const just = useMemo(() => new Map(told.map(({ entry }) => [entry.attendance_id, entry.door])), [told])
  return useMemo(
    () => (data?.several ? (attendance) => doors.get(attendance) ?? just.get(attendance) ?? '' : null),
    [data?.several, doors, just],
  )
}

// The visits of the day as they come, and by which door.
import type { Attendance } from '@torniquete/contract/attendances.ts'
import { dayIn } from '@torniquete/contract/dates.ts'
import { admins, isAllowed } from '@torniquete/contract/roles.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CallInput } from '../../api/call-input.ts'
import { pollInterval, useEndpoint } from '../../api/use-endpoint.ts'
import { useStore } from '../../kit/store.ts'
import type { TableQuery } from '../../kit/table-column.ts'
import { drawing, enteredStore, markListed, type Told } from '../../live/entered.ts'
import { useSignedIn } from '../../session/session.tsx'
import { advance, type CameSince, cameSince, type Known, keepRows, withTold } from './arriving.ts'

/** How many are asked for with each that comes: as many as stand in sight. */
const newest = 25
const most = 1000
/** Milliseconds between looks at all of them: what the newest do not tell of the others is told then. */
const lookAtAll = 60_000
/** Where they do not fit: what was asked for then may have failed. */
const untilItFits = (fits: boolean | undefined) => (fits === false ? pollInterval : lookAtAll)

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
      const day = dayIn(zone, new Date(entry.check_in))
      return !name && start <= day && day <= end
    }
    return told.filter(isOfThem)
  }, [told, name, start, end, zone])
}

export function useArriving(filter: Filter, list: string, zone: string): Arriving {
  const told = useTold(filter, zone)
  const [all, head] = [
    { ...filter, page: 1, size_page: most },
    { ...filter, page: 1, size_page: newest },
  ]
  const [before, setKnown] = useState<Known<Attendance> | null>(null)
  const whole = useEndpoint(
    'attendances.list',
    { query: all },
    { refetchInterval: untilItFits(before?.fits), except: 'attendances' },
  )
  const isThere = whole.data !== undefined && !whole.isPlaceholderData
  const first = useEndpoint(
    'attendances.list',
    { query: head },
    { refetchInterval: pollInterval, enabled: isThere, standsIn: false },
  )
  const known = advance(
    before,
    list,
    whole.data && isThere ? { answer: whole.data, at: whole.dataUpdatedAt } : null,
    first.data ? { answer: first.data, at: first.dataUpdatedAt } : null,
    most,
  )
  if (known !== before) setKnown(known)
  const { answer, fits = true } = known ?? { answer: whole.data }
  const shown = useMemo(
    () => (known ? withTold(known, told.filter(({ listed }) => !listed).map(visitOf), most) : answer),
    [known, told, answer],
  )
  const listed = answer?.items
  useEffect(() => {
    if (listed) markListed(listed)
  }, [listed])
  const doors = useDoors(all, head, fits, told)
  const [{ refetch, dataUpdatedAt }, { refetch: askNewest }] = [whole, first]
  useEffect(() => {
    if (!fits) void refetch()
  }, [fits, refetch])
  // Of before the whole was asked for, or of after: nobody can tell.
  const readBefore = useRef(dataUpdatedAt)
  useEffect(() => {
    const isAgain = readBefore.current !== 0 && dataUpdatedAt !== 0 && readBefore.current !== dataUpdatedAt
    if (isAgain) void askNewest()
    readBefore.current = dataUpdatedAt
  }, [dataUpdatedAt, askNewest])
  return {
    rows: useVisits(shown?.items, doors),
    clients: answer?.items.map(({ id_client }) => id_client),
    total: shown?.total ?? 0,
    query: whole.error || !first.error ? whole : first,
    isOfBefore: !isThere,
  }
}

/** As the list tells of them. */
const visitOf = ({ entry: { door: _, ...entry }, at }: Told) => ({ entry, at })

/** Whether who is here may take one back. What a terminal told is an admin's; the others ask which were noted. */
export function useUndoable(filter: Filter): (visit: Visit) => boolean {
  const mayAll = isAllowed(useSignedIn().role, admins)
  const query = { ...filter, page: 1, size_page: most }
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
function useDoors(all: Asked, head: Asked, fits: boolean, told: readonly Told[]): DoorOf | null {
  const [several, setSeveral] = useState<boolean>()
  const devices = useEndpoint('devices.list', {}).data?.length ?? 0
  // Most gyms have one door: it is not asked for with each pass.
  const enabled = devices > 0 && (devices > 1 || several !== false)
  const { data, dataUpdatedAt, refetch } = useEndpoint(
    'door.attendances',
    { query: all },
    { enabled, standsIn: true, except: 'attendances', refetchInterval: several === true && untilItFits(fits) },
  )
  const first = useEndpoint('door.attendances', { query: head }, { enabled: enabled && several === true })
  if (data && data.several !== several) setSeveral(data.several)
  useEffect(() => {
    if (!fits && enabled) void refetch()
  }, [fits, enabled, refetch])
  const doors = useMemo(() => new Map(data?.items.map(({ attendance_id, door }) => [attendance_id, door])), [data])
  const [before, setSince] = useState<CameSince | null>(null)
  const newest = first.data ? { items: first.data.items, at: first.dataUpdatedAt } : null
  const since = cameSince(before, { doors, at: dataUpdatedAt }, newest)
  if (since !== before) setSince(since)
  const come = since.doors
  const just = useMemo(() => new Map(told.map(({ entry }) => [entry.attendance_id, entry.door])), [told])
  return useMemo(
    () =>
      data?.several
        ? (attendance) => come.get(attendance) ?? doors.get(attendance) ?? just.get(attendance) ?? ''
        : null,
    [data?.several, doors, come, just],
  )
}

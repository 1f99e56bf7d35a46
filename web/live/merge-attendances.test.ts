import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mergeIntoAttendanceLists } from './live-session.ts'

const entry = (id: number, check_in = `2026-11-20T12:00:0${id}.000Z`): ListedAttendance => ({
  attendance_id: id,
  id_client: id,
  client_name: `Cliente ${id}`,
  check_in,
  membership_name: null,
  expire_membership: null,
})
const today = { start_date: '2026-11-20', end_date: '2026-11-20', page: 1, size_page: 4 }

/** Shows a list with these rows. The returned `answer` completes the list's next read. */
function showList(query: object, ...items: ListedAttendance[]) {
  const client = new QueryClient()
  client.setQueryData(['gym-info', 'gym-info.read', {}], { timeZone: 'America/Santo_Domingo' })
  const queryKey = ['attendances', 'attendances.list', { query }]
  const answers: ((items: ListedAttendance[]) => void)[] = []
  const observer = new QueryObserver<{ items: ListedAttendance[]; total: number }>(client, {
    queryKey,
    initialData: { items, total: items.length },
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => new Promise((resolve) => answers.push((next) => resolve({ items: next, total: next.length }))),
  })
  onTestFinished(observer.subscribe(() => {}))
  return {
    client,
    read: () => void observer.refetch(),
    answer: (...next: ListedAttendance[]) => answers.pop()?.(next),
    ids: () => observer.getCurrentResult().data?.items.map(({ attendance_id }) => attendance_id),
    total: () => observer.getCurrentResult().data?.total,
  }
}

test('mergeAttendances: adds check-ins in time order, up to the page size', () => {
  const { client, ids, total } = showList(today, entry(4), entry(2))
  expect(mergeIntoAttendanceLists(client, [entry(5), entry(3), entry(2)])).toBe(true)
  expect([ids(), total()]).toEqual([[5, 4, 3, 2], 4])
  expect(mergeIntoAttendanceLists(client, [entry(6)])).toBe(true)
  expect([ids(), total()]).toEqual([[6, 5, 4, 3], 5])
})

test('mergeAttendances: does not change lists of other days or with a name filter', () => {
  // In the gym's time zone it is still 20 November until 04:00 UTC.
  const lateEntry = entry(1, '2026-11-21T03:59:59.999Z')
  const otherDay = showList({ ...today, start_date: '2026-11-21', end_date: '2026-11-21' })
  expect([mergeIntoAttendanceLists(otherDay.client, [lateEntry]), otherDay.ids()]).toEqual([false, []])
  const named = showList({ ...today, client_name: 'ana' })
  expect([mergeIntoAttendanceLists(named.client, [lateEntry]), named.ids()]).toEqual([false, []])
  const sameDay = showList(today)
  expect([mergeIntoAttendanceLists(sameDay.client, [lateEntry]), sameDay.ids()]).toEqual([true, [1]])
})

test('mergeAttendances: a list requested before the check-in does not remove its row', async () => {
  const { client, read, answer, ids, total } = showList(today, entry(1))
  read()
  mergeIntoAttendanceLists(client, [entry(2)])
  answer(entry(1))
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect([ids(), total()]).toEqual([[2, 1], 2])
  // The list read next lacks the check-in, which was undone, so its row disappears.
  read()
  answer(entry(1))
  await vi.waitFor(() => expect(ids()).toEqual([1]))
})

test('mergeAttendances: a list that already contains the check-in shows it once', async () => {
  const { client, read, answer, ids, total } = showList(today, entry(1))
  read()
  mergeIntoAttendanceLists(client, [entry(2)])
  answer(entry(2), entry(1))
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect([ids(), total()]).toEqual([[2, 1], 2])
})

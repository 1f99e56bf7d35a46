import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { getCallAreaName } from '@torniquete/contract/shared/endpoint.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { invalidateAreas, isQueryAffected, listAreasChangedByCall, makeAreaRefresher } from './invalidate-areas.ts'

test('invalidateAreas: a change refetches queries of its area and of dependent areas', () => {
  const touches = (area: string, name: string, ...changed: string[]) =>
    isQueryAffected([area, name, {}], new Set(changed))
  expect(touches('clients', 'clients.list', 'clients')).toBe(true)
  expect(touches('clients', 'clients.list', 'payments')).toBe(true)
  expect(touches('attendances', 'attendances.list', 'gym-info')).toBe(true)
  expect(touches('devices', 'devices.list', 'payments', 'clients')).toBe(false)
})

test.each([
  [
    'collections.void',
    [
      'debts.of-client',
      'debts.list',
      'clients.list',
      'clients.read',
      'tenders.read',
      'tenders.flow',
      'cash-shifts.report',
      'door.refused',
      'collections.list',
      'collections.read',
    ],
  ],
  [
    'tickets.create',
    [
      'sales.list',
      'payments.list',
      'products.list',
      'clients.list',
      'debts.list',
      'tenders.flow',
      'cash-shifts.report',
      'tickets.read',
      'door.refused',
    ],
  ],
] as const)('invalidateAreas: the call %s refetches every area that it changes', (sent, shown) => {
  const changed = new Set(listAreasChangedByCall(sent))
  expect(shown.filter((name) => !isQueryAffected([getCallAreaName(name), name, {}], changed))).toEqual([])
  expect(isQueryAffected(['devices', 'devices.list', {}], changed)).toBe(false)
})

test('invalidateAreas: skips queries whose key excludes the changed area', () => {
  const key = ['attendances', 'attendances.list', {}, 'except attendances']
  expect(isQueryAffected(key, new Set(['attendances']))).toBe(false)
  expect(isQueryAffected(key, new Set(['attendances', 'clients']))).toBe(true)
  expect(isQueryAffected(key.slice(0, 3), new Set(['attendances']))).toBe(true)
})

test('invalidateAreas: never refetches the row of an open edit form', () => {
  const client = new QueryClient()
  const shown = ['clients', 'clients.read', {}]
  const opened = [...shown, 'tagged']
  for (const areas of ['all', ['clients']] as const) {
    for (const key of [shown, opened]) client.setQueryData(key, {})
    invalidateAreas(client, areas)
    expect(client.getQueryState(shown)?.isInvalidated).toBe(true)
    expect(client.getQueryState(opened)?.isInvalidated).toBe(false)
  }
})

test('invalidateAreas: handles the first change event at once, and batches the following ones', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = new QueryClient()
  const asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  const { changed: announce } = makeAreaRefresher(client)
  announce([])
  expect(asked).toHaveBeenCalledTimes(0)
  announce(['attendances'])
  expect(asked).toHaveBeenCalledTimes(1)
  for (let time = 0; time < 9; time += 1) {
    vi.advanceTimersByTime(10)
    announce(['attendances'])
  }
  expect(asked).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10)
  expect(asked).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1000)
  expect(asked).toHaveBeenCalledTimes(2)
  announce(['clients'])
  expect(asked).toHaveBeenCalledTimes(3)
})

test('invalidateAreas: change events of one area do not delay another area', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = new QueryClient()
  const attendances = ['attendances', 'attendances.list', {}]
  const isOld = () => client.getQueryState(attendances)?.isInvalidated
  client.setQueryData(attendances, [])
  const { changed: announce } = makeAreaRefresher(client)
  announce(['door'])
  vi.advanceTimersByTime(5)
  announce(['door'])
  expect(isOld()).toBe(false)
  announce(['attendances', 'door'])
  expect(isOld()).toBe(true)
  // The first event has refreshed the area at once, so a second event is batched.
  client.setQueryData(attendances, [])
  announce(['attendances'])
  expect(isOld()).toBe(false)
  vi.advanceTimersByTime(100)
  expect(isOld()).toBe(true)
})

test('invalidateAreas: refetches a list that already shows the area once, after a moment', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = new QueryClient()
  const asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  const { changed, drawn } = makeAreaRefresher(client)
  for (let time = 0; time < 4; time += 1) {
    drawn('attendances')
    changed(['attendances'])
    vi.advanceTimersByTime(100)
  }
  expect(asked).toHaveBeenCalledTimes(0)
  changed(['door'])
  expect(asked).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(100)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('invalidateAreas: a first fetch that began before a change is repeated once', async () => {
  const client = new QueryClient()
  const answers: ((answer: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['sales', 'sales.list', {}],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  onTestFinished(observer.subscribe(() => {}))
  invalidateAreas(client, ['sales'])
  expect(answers).toHaveLength(1)
  answers[0]?.('of before')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('of after')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('of after'))
  expect(answers).toHaveLength(2)
})

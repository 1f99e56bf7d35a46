import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isTouched, refresh } from './refresh.ts'

test('a change touches its area, what is shown within others, and polled reads that follow it', () => {
  const touches = (area: string, name: string, ...changed: string[]) => isTouched([area, name, {}], new Set(changed))
  expect(touches('clients', 'clients.list', 'clients')).toBe(true)
  expect(touches('clients', 'clients.list', 'payments')).toBe(true)
  expect(touches('attendances', 'attendances.list', 'gym-info')).toBe(true)
  expect(touches('devices', 'devices.list', 'payments', 'clients')).toBe(false)
})

test('the row that an edit form opened with stays as it is, whatever changed', () => {
  const client = new QueryClient()
  const shown = ['clients', 'clients.read', {}]
  const opened = [...shown, 'tagged']
  for (const areas of ['all', ['clients']] as const) {
    for (const key of [shown, opened]) client.setQueryData(key, {})
    refresh(client, areas)
    expect(client.getQueryState(shown)?.isInvalidated).toBe(true)
    expect(client.getQueryState(opened)?.isInvalidated).toBe(false)
  }
})

import { expect, test } from 'vitest'
import { isTouched } from './refresh.ts'

test('a change touches its area, what is shown within others, and polled reads that follow it', () => {
  const touches = (area: string, name: string, ...changed: string[]) => isTouched([area, name, {}], new Set(changed))
  expect(touches('clients', 'clients.list', 'clients')).toBe(true)
  expect(touches('clients', 'clients.list', 'payments')).toBe(true)
  expect(touches('attendances', 'attendances.list', 'gym-info')).toBe(true)
  expect(touches('devices', 'devices.list', 'payments', 'clients')).toBe(false)
})

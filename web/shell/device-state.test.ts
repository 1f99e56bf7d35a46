import { expect, test } from 'vitest'
import { isShown } from './DeviceIndicator.tsx'
import { deviceState } from './use-devices.ts'

test('connected while one is; what was heard before the line dropped is not known any more', () => {
  const allowed = true
  const [on, off] = [{ connected: true }, { connected: false }]
  for (const [devices, stale, state] of [
    [[off, on], false, 'connected'],
    [[off], false, 'disconnected'],
    [[], false, 'disconnected'],
    [[on], true, 'unknown'],
    [undefined, false, 'unknown'],
  ] as const)
    expect(deviceState({ devices, stale, allowed }), state).toBe(state)
  expect(deviceState({ devices: undefined, stale: true, allowed: false })).toBe('disconnected')
})

test('on the page of the gyms it is hidden unless connected', () => {
  expect(isShown('Gimnasios', 'disconnected')).toBe(false)
  expect(isShown('Gimnasios', 'unknown')).toBe(false)
  expect(isShown('Gimnasios', 'connected')).toBe(true)
  expect(isShown('Clientes', 'disconnected')).toBe(true)
})

import { expect, test } from 'vitest'
import { chooseDeviceIndicatorSign, isDeviceIndicatorShown, listDeviceWarnings } from './DeviceIndicator.tsx'
import { getDeviceConnectionState } from './use-devices.ts'

test('device state: connected if any device is, unknown while the server does not answer', () => {
  const allowed = true
  const [on, off] = [{ connected: true }, { connected: false }]
  for (const [devices, stale, state] of [
    [[off, on], false, 'connected'],
    [[off], false, 'disconnected'],
    [[], false, 'disconnected'],
    [[on], true, 'unknown'],
    [undefined, false, 'unknown'],
  ] as const)
    expect(getDeviceConnectionState({ devices, stale, allowed }), state).toBe(state)
  expect(getDeviceConnectionState({ devices: undefined, stale: true, allowed: false })).toBe('disconnected')
})

const device = (name: string, connected = true, alarm = false) => ({ name, connected, alarm })
const [main, back] = [device('Puerta principal'), device('Puerta de atrás')]

test.each([
  [[], 'disconnected', 'Dispositivo desconectado', undefined],
  [[main], 'connected', 'Dispositivo conectado', 'good'],
  [[device('Puerta principal', false)], 'disconnected', 'Dispositivo desconectado', 'bad'],
  [[main, device('Puerta de atrás', false)], 'connected', 'Dispositivo conectado', 'good'],
  [[device('Puerta principal', true, true)], 'connected', 'Dispositivo conectado', 'good'],
  [[main], 'unknown', 'Dispositivo desconectado', undefined],
] as const)('device indicator: with devices %j and state %s, the text is %s', (devices, state, text, tone) => {
  expect(chooseDeviceIndicatorSign(devices, state)).toMatchObject({ text, tone })
})

test.each([
  [[main, back], 'connected', [], 'warn'],
  [[main, device('Puerta de atrás', false)], 'connected', ['Puerta de atrás sin conexión'], 'warn'],
  [[device('Puerta principal', false), back], 'connected', ['Puerta principal sin conexión'], 'bad'],
  [[device('Puerta principal', true, true)], 'connected', ['Puerta principal con alarma'], 'bad'],
  // No warning, because the indicator already shows that no terminal is connected.
  [[device('Puerta principal', false)], 'disconnected', [], 'warn'],
  [[device('Puerta principal', false, true)], 'unknown', [], 'warn'],
] as const)('device warnings: with devices %j and state %s, the warnings are %j', (devices, state, texts, tone) => {
  expect(listDeviceWarnings(devices, state)).toEqual({ texts, tone })
})

test('device indicator: hidden on the platform’s gyms page unless a device is connected', () => {
  expect(isDeviceIndicatorShown('Gimnasios', 'disconnected')).toBe(false)
  expect(isDeviceIndicatorShown('Gimnasios', 'unknown')).toBe(false)
  expect(isDeviceIndicatorShown('Gimnasios', 'connected')).toBe(true)
  expect(isDeviceIndicatorShown('Clientes', 'disconnected')).toBe(true)
})

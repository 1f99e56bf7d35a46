import { expect, test } from 'vitest'
import { isShown, signOf } from './DeviceIndicator.tsx'
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

test('several are counted, in the tone of the worst', () => {
  const [on, off] = [
    { connected: true, alarm: false },
    { connected: false, alarm: false },
  ]
  expect(signOf([], 'disconnected')).toMatchObject({ text: 'Dispositivo desconectado', tone: undefined })
  expect(signOf([on], 'connected')).toMatchObject({ text: 'Dispositivo conectado', tone: 'good' })
  expect(signOf([off], 'disconnected')).toMatchObject({ text: 'Dispositivo desconectado', tone: 'bad' })
  const [connected, disconnected] = ['Dispositivo conectado', 'Dispositivo desconectado']
  expect(signOf([on, off, on], 'connected')).toMatchObject({
    text: connected,
    count: '2 de 3 conectados',
    short: '2/3',
    tone: 'bad',
  })
  expect(signOf([off, off], 'disconnected')).toMatchObject({ text: disconnected, short: '0/2', tone: 'bad' })
  expect(signOf([on, on], 'connected')).toMatchObject({ text: connected, count: '2 de 2 conectados', tone: 'good' })
  expect(signOf([on, off], 'unknown')).toMatchObject({ text: 'No se sabe si el dispositivo está conectado' })
})

test('an alarm is a warning at least, and is said without colours too', () => {
  const [on, off] = [
    { connected: true, alarm: false },
    { connected: false, alarm: false },
  ]
  const alarming = { connected: true, alarm: true }
  expect(signOf([alarming], 'connected')).toMatchObject({
    text: 'Dispositivo conectado, con alarma',
    short: '!',
    tone: 'bad',
  })
  expect(signOf([on, alarming], 'connected')).toMatchObject({
    text: 'Dispositivo conectado, con alarma',
    count: '2 de 2 conectados',
    short: '2/2!',
    tone: 'bad',
  })
  expect(signOf([off, alarming], 'connected')).toMatchObject({
    text: 'Dispositivo conectado, con alarma',
    short: '1/2!',
    tone: 'bad',
  })
  expect(signOf([{ ...off, alarm: true }], 'disconnected')).toMatchObject({ short: '!', tone: 'bad' })
  // What was heard before the line dropped is not known any more.
  expect(signOf([alarming], 'unknown')).toMatchObject({ tone: undefined })
})

test('on the page of the gyms it is hidden unless connected', () => {
  expect(isShown('Gimnasios', 'disconnected')).toBe(false)
  expect(isShown('Gimnasios', 'unknown')).toBe(false)
  expect(isShown('Gimnasios', 'connected')).toBe(true)
  expect(isShown('Clientes', 'disconnected')).toBe(true)
})

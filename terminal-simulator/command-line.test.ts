import { expect, test } from 'vitest'
import { readArguments } from './command-line.ts'
import { families } from './families.ts'

test('reads its arguments', () => {
  expect(readArguments([])).toEqual({
    host: '127.0.0.1',
    port: 3000,
    sn: 'DEMO0001',
    punchEverySeconds: null,
    delayScale: 1,
    firmware: {},
  })
  expect(readArguments(['--server', 'http://[::1]:8080', '--sn', 'A1', '--punch-every', '5'])).toMatchObject({
    host: '::1',
    port: 8080,
    sn: 'A1',
    punchEverySeconds: 5,
  })
})

test('takes a family, and what differs from it', () => {
  const family = readArguments(['--family', 'f22', '--capacity', '5', '--days-ahead', '2', '--mac', 'a', '--ip', 'b'])
  expect(family).toMatchObject({
    firmware: { ...families.f22.firmware, capacity: 5 },
    faults: { acceptedForm: 'OK' },
    clockOffsetMs: 2 * 86_400_000,
    mac: 'a',
    ip: 'b',
  })
  expect(readArguments(['--command-ms', '500']).firmware).toEqual({ commandMs: 500 })
  expect(readArguments(['--relay', 'control']).firmware).toEqual({ unlock: 'acknowledges', controlDevice: 'opens' })
  expect(() => readArguments(['--relay', 'door'])).toThrow('--relay must be one of unlock, control, none')
  expect(readArguments(['--comm-key', 'puerta 7']).firmware).toEqual({ commKey: 'puerta 7' })
})

test('calls another machine only when told to', () => {
  const remote = ['--server', 'http://gym.example']
  expect(() => readArguments(remote)).toThrow('--allow-remote')
  expect(() => readArguments(['--server', 'http://127.0.0.1.example'])).toThrow('--allow-remote')
  expect(readArguments([...remote, '--allow-remote'])).toMatchObject({ host: 'gym.example', port: 80 })
})

test.each([
  ['--server', 'https://127.0.0.1'],
  ['--sn', 'A B'],
  ['--punch-every', '0'],
  ['--capacity', 'many'],
  ['--family', 'toString'],
])('refuses %s %s', (name, value) => {
  expect(() => readArguments([name, value])).toThrow(name)
})

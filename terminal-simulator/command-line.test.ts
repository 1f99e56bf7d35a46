import { expect, test } from 'vitest'
import { readArguments } from './command-line.ts'

test('reads its arguments', () => {
  expect(readArguments([])).toEqual({
    host: '127.0.0.1',
    port: 3000,
    sn: 'DEMO0001',
    punchEverySeconds: null,
    delayScale: 1,
  })
  expect(readArguments(['--server', 'http://[::1]:8080', '--sn', 'A1', '--punch-every', '5'])).toMatchObject({
    host: '::1',
    port: 8080,
    sn: 'A1',
    punchEverySeconds: 5,
  })
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
])('refuses %s %s', (name, value) => {
  expect(() => readArguments([name, value])).toThrow(name)
})

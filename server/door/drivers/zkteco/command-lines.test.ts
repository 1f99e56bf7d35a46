import { expect, test } from 'vitest'
import { commandId, commandLine, commandsAnswer } from './command-lines.ts'

test('a command id is short', () => {
  expect(commandId(0)).toBe('0')
  expect(commandId(123456789)).toBe('21i3v9')
  expect(commandId(36n ** 16n - 1n)).toBe('z'.repeat(16))
  for (const number of [36n ** 16n, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => commandId(number)).toThrow(RangeError)
  }
})

test('a line ends where it ends', () => {
  expect(commandLine('1', 'AC_UNLOCK\r\nC:2:REBOOT')).toBe('C:1:AC_UNLOCKC:2:REBOOT')
})

test('command lines: those of one person share an answer, the first always fits', () => {
  const person = (letter: string) => [
    { id: `${letter}A`, text: 'x'.repeat(3000) },
    { id: `${letter}B`, text: 'x'.repeat(3000) },
  ]
  const ids = (text: string) => [...text.matchAll(/^C:([^:]+):/gm)].map(([, id]) => id)
  expect(commandsAnswer([])).toBe('OK')
  expect(ids(commandsAnswer([person('a'), person('b')]))).toEqual(['aA', 'aB'])
  expect(ids(commandsAnswer([[...person('a'), ...person('b')], person('c')]))).toEqual(['aA', 'aB', 'bA', 'bB'])
})

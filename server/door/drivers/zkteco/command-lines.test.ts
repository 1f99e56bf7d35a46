import { expect, test } from 'vitest'
import { formatCommandId, formatCommandLine, formatCommandsAnswer } from './command-lines.ts'

test('formatCommandId: an id has at most 16 letters and digits', () => {
  expect(formatCommandId(0)).toBe('0')
  expect(formatCommandId(123456789)).toBe('21i3v9')
  expect(formatCommandId(36n ** 16n - 1n)).toBe('z'.repeat(16))
  for (const number of [36n ** 16n, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => formatCommandId(number)).toThrow(RangeError)
  }
})

test('formatCommandLine: removes line ends from the command', () => {
  expect(formatCommandLine('1', 'AC_UNLOCK\r\nC:2:REBOOT')).toBe('C:1:AC_UNLOCKC:2:REBOOT')
})

test('formatCommandsAnswer: keeps one person’s commands together and sends at least one person', () => {
  const person = (letter: string) => [
    { id: `${letter}A`, text: 'x'.repeat(3000) },
    { id: `${letter}B`, text: 'x'.repeat(3000) },
  ]
  const ids = (text: string) => [...text.matchAll(/^C:([^:]+):/gm)].map(([, id]) => id)
  expect(formatCommandsAnswer([])).toBe('OK')
  expect(ids(formatCommandsAnswer([person('a'), person('b')]))).toEqual(['aA', 'aB'])
  expect(ids(formatCommandsAnswer([[...person('a'), ...person('b')], person('c')]))).toEqual(['aA', 'aB', 'bA', 'bB'])
})

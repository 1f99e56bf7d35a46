import { expect, test } from 'vitest'
import { parseCashCount } from './dialogs.tsx'

test.each([
  ['1x1000 1x500 1x50 0.50', { '1000': '1', '500': '1', '50': '1' }, '0.50'],
  ['2 x 1,000 + 3X50', { '1000': '2', '50': '3' }, ''],
  ['1×20 2*20', { '20': '3' }, ''],
  ['4x0.25 1.10', {}, '2.10'],
  ['500', {}, '500.00'],
  ['0', {}, '0.00'],
  ['', {}, ''],
])('count on one line: “%s” is parsed by denomination', (line, pieces, loose) =>
  expect(parseCashCount(line)).toEqual({ pieces, loose }),
)

test.each(['1x', 'x50', '1x1000 abc', '-1x50', '1.5x50', '1e3x5'])('count on one line: “%s” is rejected', (line) =>
  expect(parseCashCount(line)).toHaveProperty('unread'),
)

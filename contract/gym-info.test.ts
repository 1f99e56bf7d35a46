import { expect, test } from 'vitest'
import { keepsLess } from './gym-info.ts'

test.each([
  [null, null, false],
  [null, 10, true],
  [10, null, false],
  [5, 3, true],
  [3, 5, false],
  [1, 1, false],
])('from %s years to %s: less is %s', (before, after, less) => expect(keepsLess(before, after)).toBe(less))

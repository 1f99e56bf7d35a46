import { expect, test } from 'vitest'
import { getDiskSpaceLevel } from './disk-space-level.ts'

const large = 500e9

test.each([
  [2e9, large, 'ample'],
  [2e9 - 1, large, 'low'],
  [5e8 - 1, large, 'short'],
  [2e8, large, 'short'],
  [2e8 - 1, large, 'full'],
  // On a small disk the limit is a twentieth of its size instead of a fixed number of bytes.
  [1e8, 2e9, 'short'],
  [1e8 - 1, 2e9, 'full'],
])('getDiskSpaceLevel: %d free bytes on a disk of %d bytes are level %s', (free, size, level) => {
  expect(getDiskSpaceLevel({ free, size })).toBe(level)
})

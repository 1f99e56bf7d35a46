import { expect, test } from 'vitest'
import { readTimes } from './product-search.ts'

test.each([
  ['3*agua', 3, 'agua'],
  [' 12 * 7501031311309', 12, '7501031311309'],
  ['agua', 1, 'agua'],
  ['0*agua', 0, 'agua'],
  ['1000*agua', 1, '1000*agua'],
  ['3*', 3, ''],
])('“%s” is %i of “%s”', (text, times, wanted) => expect(readTimes(text)).toEqual({ times, wanted }))

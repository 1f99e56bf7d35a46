import { findProductByCode, type Product } from '@torniquete/contract/till/products.ts'
import { expect, test } from 'vitest'
import { isKeyboardLayoutMismatch, parseQuantityAndSearch } from './use-product-pick.ts'

test.each([
  ['3*agua', 3, 'agua'],
  [' 12 * 7501031311309', 12, '7501031311309'],
  ['agua', 1, 'agua'],
  ['0*agua', 0, 'agua'],
  ['1000*agua', 1, '1000*agua'],
  ['3*', 3, ''],
])('product search: “%s” is parsed as quantity %i and search text “%s”', (text, times, wanted) =>
  expect(parseQuantityAndSearch(text)).toEqual({ times, wanted }),
)

const coded = (...codes: string[]) => codes.map((code) => ({ code }) as Product)

test.each([
  ['0075678164125', ['75678164125'], '75678164125'],
  ['pro-001X', ['PRO-001x'], 'PRO-001x'],
  ['ABC-1', ['abc-1', 'ABC-1'], 'ABC-1'],
  ['Abc-1', ['abc-1', 'ABC-1'], undefined],
  ['0123', ['123', '00123'], undefined],
  ['00123', ['123', '00123'], '00123'],
  ['agua', ['AGUA'], undefined],
  ['\u200b123', ['123'], '123'],
])('product search: scanned code %s among product codes %j finds %s', (text, codes, found) => {
  expect(findProductByCode(coded(...codes), text)?.code).toBe(found)
})

test.each([
  ["PRO'001x", ['PRO-001x'], true],
  ["GYM'07&a", ['GYM-07/a'], true],
  ['abc?12', ['abc_12'], true],
  ['PRO-002', ['PRO-001'], false],
  ['--', ['__'], false],
])('product search: code %s from a reader with another layout is recognized among %j: %s', (code, codes, isOther) => {
  expect(isKeyboardLayoutMismatch(code, coded(...codes))).toBe(isOther)
})

import { expect, test } from 'vitest'
import { namesSaid } from './error-texts-plugin.ts'

test('error texts: keeps errors used by rules or pages, drops those listed by calls only', () => {
  expect(
    namesSaid([
      `export const mayDo = () => 'bill.voided'`,
      `area({ 'a.b': { errors: ['row.missing', 'price.changed'], answer: null } })`,
      `errorText('stock.short', { n: 1 })`,
    ]),
  ).toEqual(['stock.short', 'bill.voided'])
})

import { expect, test } from 'vitest'
import { namesSaid } from './error-texts-plugin.ts'

test('a name that a rule answers or a page says is kept, and one that only a call of the table lists is not', () => {
  expect(
    namesSaid([
      `export const mayDo = () => 'bill.voided'`,
      `area({ 'a.b': { errors: ['row.missing', 'price.changed'], answer: null } })`,
      `errorText('stock.short', { n: 1 })`,
    ]),
  ).toEqual(['stock.short', 'bill.voided'])
})

import { expect, test } from 'vitest'
import { formatDebtAtTill } from './debts.ts'

test.each([
  ['2026-03-04', 'Debe $ 30.00.'],
  ['2026-03-05', 'Debe $ 30.00: la puerta no le abre hasta que pague.'],
  ['2026-03-06', 'Debe $ 30.00: la puerta no le abre hasta que pague.'],
  [null, 'Debe $ 30.00.'],
])('formatDebtAtTill: tells whether the door refuses the debtor on %s', (today, text) => {
  expect(formatDebtAtTill({ owed: '30.00', barred_from: '2026-03-05' }, today)).toBe(text)
})

test('formatDebtAtTill: shows only the amount if the debt does not close the door', () => {
  expect(formatDebtAtTill({ owed: '30.00', barred_from: null }, '2026-03-06')).toBe('Debe $ 30.00.')
})

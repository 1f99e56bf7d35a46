import { expect, test } from 'vitest'
import { formatPaymentKindSums } from './payment-kind-sums.ts'

test('sums by method: lines break between methods, never before an amount', () => {
  const text = formatPaymentKindSums([
    { kind: { id: 1, name: 'Efectivo' }, amount: '2000.00' },
    { kind: null, amount: '50.00' },
  ])
  expect(text.split(' ')).toEqual(['Efectivo\u00a0$\u00a02,000.00', '·', 'Sin\u00a0indicar\u00a0$\u00a050.00'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentFields } from './payment-fields.ts'
import { splitTicketPayment, sumTenders } from './tickets.ts'

const part = fc.record({
  cents: fc.integer({ min: 1, max: 5000 }),
  back: fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined }),
})

test('splitTicketPayment: the two parts sum to both prices, and the change stays the same', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.nat(), (parts, at) => {
      const paid: NonNullable<PaymentFields['paid']> = parts.map(({ cents, back }, id_kind) => ({
        id_kind,
        amount: (cents / 100).toFixed(2),
        ...(back !== undefined && { received: ((cents + back) / 100).toFixed(2) }),
      }))
      const total = parts.reduce((sum, { cents }) => sum + cents, 0)
      const price = at % (total + 1)
      const { membership, products } = splitTicketPayment({ paid, id_shift: 7 }, (price / 100).toFixed(2))
      expect([membership.id_shift, products.id_shift]).toEqual([7, 7])
      expect([sumTenders(membership), sumTenders(products)]).toEqual([
        (price / 100).toFixed(2),
        ((total - price) / 100).toFixed(2),
      ])
      const both = [...(membership.paid ?? []), ...(products.paid ?? [])]
      expect(
        both.every(({ amount, received }) => Number(amount) > 0 && Number(received ?? amount) >= Number(amount)),
      ).toBe(true)
      for (const { id_kind, amount, received } of paid) {
        const own = both.filter((each) => each.id_kind === id_kind)
        const sum = (of: (each: (typeof own)[number]) => string) =>
          Math.round(own.reduce((all, each) => all + Number(of(each)) * 100, 0))
        expect(sum((each) => each.amount)).toBe(Math.round(Number(amount) * 100))
        expect(sum((each) => each.received ?? each.amount)).toBe(Math.round(Number(received ?? amount) * 100))
      }
    }),
  )
})

test('splitTicketPayment: assigns an unpaid amount to the membership first', () => {
  const split = (owed: string, price: string) => {
    const { membership, products } = splitTicketPayment({ owed }, price)
    return [membership.owed ?? null, products.owed ?? null]
  }
  expect(split('30.00', '100.00')).toEqual(['30.00', null])
  expect(split('130.00', '100.00')).toEqual(['100.00', '30.00'])
  expect(split('30.00', '0.00')).toEqual([null, '30.00'])
})

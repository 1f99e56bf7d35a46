// Random actions at a front desk (fast-check): clients buy one product and visit, shifts open and close.
import fc from 'fast-check'

const weighed = <const Kind extends string, Fields extends object>(
  weight: number,
  kind: Kind,
  fields: fc.Arbitrary<Fields>,
) => ({ weight, arbitrary: fields.map((drawn) => ({ kind, ...drawn })) })

/** Index of the acting client. The requests of the last client may run concurrently. */
const who = fc.constantFrom(0, 0, 0, 1, 1, 1, 2)
const any = fc.record({ which: fc.nat() })
/** Index of the shift: 0 is no shift, other numbers select among the open and closed shifts of the test. */
const shift = fc.nat(4)
/** Quarters of the total that the client leaves unpaid. */
const owed = fc.nat(4)
/** True if the sale is paid by two payment kinds. */
const split = fc.boolean()
const from = fc.integer({ min: -8, max: 8 })
/** Index of the plan: two plans include a number of visits, the last is unlimited. */
const plan = fc.constantFrom(0, 0, 1, 1, 2)
const quantity = fc.integer({ min: 1, max: 3 })

const action = fc.oneof(
  weighed(5, 'sale', fc.record({ who, shift, owed, split, quantity })),
  weighed(6, 'membership', fc.record({ who, shift, owed, split, plan, from })),
  weighed(3, 'ticket', fc.record({ who, shift, owed, plan, from, quantity })),
  weighed(4, 'collect', fc.record({ who, shift, cents: fc.integer({ min: 1, max: 4_000 }) })),
  weighed(4, 'void', fc.record({ which: fc.nat(), shift })),
  weighed(2, 'give-back', fc.record({ which: fc.nat(), shift })),
  weighed(9, 'come', fc.record({ who, late: fc.nat(6) })),
  weighed(5, 'take-back', any),
  weighed(3, 'restore', any),
  weighed(3, 'pause', fc.record({ who, from: fc.nat(4), days: fc.integer({ min: 1, max: 9 }) })),
  weighed(1, 'end', any),
  weighed(1, 'undo', any),
  weighed(3, 'open', fc.record({ drawer: fc.nat(1) })),
  weighed(2, 'move', fc.record({ shift, cents: fc.integer({ min: 1, max: 9_999 }), out: fc.boolean() })),
  weighed(2, 'close', fc.record({ shift, pieces: fc.integer({ min: 1, max: 9 }) })),
  weighed(2, 'count', fc.record({ counted: fc.nat(9) })),
  weighed(1, 'book', any),
  weighed(1, 'lose', fc.record({ change: fc.integer({ min: -4, max: -1 }) })),
  weighed(3, 'repeat', any),
  weighed(1, 'cut', fc.record({})),
)
export type FrontDeskAction = typeof action extends fc.Arbitrary<infer T> ? T : never

/** A sale between two visits of the same client: a concurrent reader must see all their effects or none. */
const rush = fc
  .record({ who: fc.constantFrom(0, 2), plan: fc.constantFrom(0, 1), late: fc.nat(3) })
  .map(({ who, plan, late }): FrontDeskAction[] => [
    { kind: 'come', who, late },
    { kind: 'membership', who, shift: 0, owed: 4, split: false, plan, from: -late - 1 },
    { kind: 'come', who, late },
  ])
const actions = fc
  .array(fc.oneof({ weight: 8, arbitrary: action.map((each) => [each]) }, { weight: 1, arbitrary: rush }), {
    minLength: 4,
    maxLength: 9,
  })
  .map((parts) => parts.flat())

/** On the first day, two of the clients buy a known membership and visit. */
const first = ([0, 1] as const).flatMap((who): FrontDeskAction[] => [
  { kind: 'membership', who, shift: 0, owed: who, split: false, plan: who, from: -6 },
  { kind: 'come', who, late: 1 },
])

/**
 * Steps of a test: each advances by some days, may require an open drawer for cash, runs its actions concurrently,
 * and runs one more action after all requests have ended.
 */
export const frontDeskHistoryArbitrary = fc
  .array(
    fc.record({
      days: fc.nat(6),
      needs_shift: fc.constantFrom(false, false, true),
      actions,
      still: fc.record({ kind: fc.constantFrom('take-back', 'take-back', 'restore'), which: fc.nat() }),
    }),
    { minLength: 3, maxLength: 7 },
  )
  .map((steps) =>
    steps.map((step, at) => (at > 0 ? step : { ...step, needs_shift: false, actions: [...first, ...step.actions] })),
  )

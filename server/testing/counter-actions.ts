// Random actions at a counter (fast-check): clients buy and visit, shifts open and close, with one product.
import fc from 'fast-check'

const weighed = <const Kind extends string, Fields extends object>(
  weight: number,
  kind: Kind,
  fields: fc.Arbitrary<Fields>,
) => ({ weight, arbitrary: fields.map((drawn) => ({ kind, ...drawn })) })

/** Client index. The last one collects actions of concurrent requests. */
const who = fc.constantFrom(0, 0, 0, 1, 1, 1, 2)
const any = fc.record({ which: fc.nat() })
/** No shift, or one of those opened so far, closed ones included. */
const shift = fc.nat(4)
/** Quarters of the total. */
const owed = fc.nat(4)
/** Paid by two payment kinds. */
const split = fc.boolean()
const from = fc.integer({ min: -8, max: 8 })
/** Two plans with a number of visits, and one without. */
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
export type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** A sale while visit passes are counted: a concurrent reader must see both or neither. */
const rush = fc
  .record({ who: fc.constantFrom(0, 2), plan: fc.constantFrom(0, 1), late: fc.nat(3) })
  .map(({ who, plan, late }): Action[] => [
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

/** Two of the clients have a known membership from the first day. */
const first = ([0, 1] as const).flatMap((who): Action[] => [
  { kind: 'membership', who, shift: 0, owed: who, split: false, plan: who, from: -6 },
  { kind: 'come', who, late: 1 },
])

/**
 * Each step is a number of days after the previous one, with or without the rule that cash needs an open drawer; one
 * more action runs after all requests have ended.
 */
export const counterHistory = fc
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

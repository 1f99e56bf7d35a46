// How documents were paid: of one, of those of a list, and of what came in and went out on some days.
import { z } from 'zod'
import { bookingAreas, type DocumentKind, documents } from './documents.ts'
import { area } from './endpoint.ts'
import { admins, staff } from './roles.ts'
import { flag, id, idInAddress, money, nameQuery, rangeBound, timestamp } from './shapes.ts'

const kinds = documents.map(({ kind }) => kind) as [DocumentKind, ...DocumentKind[]] // there are some

export const Tender = z.object({
  id,
  kind: z.object({ id, name: z.string() }),
  /** Below zero: given back with the void. */
  amount: money,
  received: money.nullable(),
  at: timestamp,
})
export type Tender = z.infer<typeof Tender>

/** Of what was booked before it was asked how it was paid, `kind` is null. */
const kind = z.object({ id, name: z.string() }).nullable()

/** Of what is still owed of the documents, `kind` is null. */
export const KindSum = z.object({ kind, amount: money, owed: z.literal(true).nullish() })
export type KindSum = z.infer<typeof KindSum>

export const KindFlow = z.object({
  kind,
  /** Whether it lies in a drawer. */
  in_drawer: z.boolean(),
  /** By sales and memberships, and for purchases and expenses; what voids of those days gave back is taken off. */
  income: money,
  expenses: money,
  /** The first minus the second. */
  balance: money,
  /** Of the row, without a kind, that stands between what was sold and what was paid: the first minus the two others. */
  debts: z
    .object({
      /** Left owing of what was sold on those days. */
      made: money,
      /** Paid of debts on those days, which the kinds hold. */
      collected: money,
      /** Owed no longer, for the document was voided on those days. */
      annulled: money,
    })
    .nullish(),
})
export type KindFlow = z.infer<typeof KindFlow>

/** What is said where nobody was asked. */
const range = { user_name: nameQuery.optional(), start_date: rangeBound.optional(), end_date: rangeBound.optional() }

export const tendersArea = area(
  {
    'tenders.read': {
      may: staff,
      method: 'GET',
      path: '/tenders/{document}/{id}',
      summary: 'How a document was paid, and what its void gave back; empty where that is not known',
      params: z.object({ document: z.enum(kinds), id: idInAddress }),
      answer: z.array(Tender),
      errors: ['row.missing', 'role.forbidden'],
    },
    'tenders.of-list': {
      may: staff,
      method: 'GET',
      path: '/tenders/{document}/',
      summary:
        'By kind of payment what the documents of a list come to, as its `amount_sum`: those that match, the voided left out',
      params: z.object({ document: z.enum(kinds) }),
      query: z.object({ ...range, party_name: nameQuery.optional(), include_time: flag.optional() }),
      answer: z.array(KindSum),
      errors: ['role.forbidden'],
    },
    'tenders.flow': {
      may: admins,
      method: 'GET',
      path: '/tenders/',
      summary: 'By kind of payment what came in and went out in whole days of the gym',
      query: z.object(range),
      answer: z.array(KindFlow),
    },
  },
  { shows: [...bookingAreas, 'payment-kinds', 'debts'] },
)

// Payments of documents: of one, of a list, and by day.
import { z } from 'zod'
import { documentAreas, documentKinds } from '../documents.ts'
import { area, get } from '../shared/area.ts'
import { admins, staff } from '../shared/roles.ts'
import { booleanInQuery, daysFilter, id, idInAddress, money, named, nameQuery, timestamp } from '../shared/shapes.ts'

export const Tender = z.object({
  id,
  kind: named,
  /** Negative for refunds. */
  amount: money,
  received: money.nullable(),
  at: timestamp,
})
export type Tender = z.infer<typeof Tender>

/** Null for documents from before payments were recorded. */
const kind = named.nullable()

/** Without `kind` the amount is still owed. */
export const KindSum = z.object({ kind, amount: money, owed: z.literal(true).nullish() })
export type KindSum = z.infer<typeof KindSum>

export const KindFlow = z.object({
  kind,
  in_drawer: z.boolean(),
  /** Income of sales and memberships, outgoings of purchases and expenses, less refunds of those days. */
  income: money,
  expenses: money,
  balance: money,
  /** The row between sold and paid: `made` less the two others. */
  debts: z
    .object({
      /** New debts of those days. */
      made: money,
      /** Payments of debts, which the methods include. */
      collected: money,
      /** Debts cancelled by voids. */
      annulled: money,
    })
    .nullish(),
})
export type KindFlow = z.infer<typeof KindFlow>

export const tendersArea = area(
  {
    'tenders.read': get(staff, '/tenders/{document}/{id}', 'Get a document’s payments by method and refunds', {
      params: z.object({ document: z.enum(documentKinds), id: idInAddress }),
      answer: z.array(Tender),
      errors: ['role.forbidden'],
    }),
    'tenders.of-list': get(staff, '/tenders/{document}/', 'Get a list’s sums by payment method, voids excluded', {
      params: z.object({ document: z.enum(documentKinds) }),
      query: daysFilter.extend({ party_name: nameQuery.optional(), include_time: booleanInQuery.optional() }),
      answer: z.array(KindSum),
      errors: ['role.forbidden'],
    }),
    'tenders.flow': get(admins, '/tenders/', 'Get income and expenses by payment method for whole days', {
      query: daysFilter,
      answer: z.array(KindFlow),
    }),
  },
  { shows: [...documentAreas, 'payment-kinds', 'debts'] },
)

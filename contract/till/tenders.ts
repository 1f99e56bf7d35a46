// Tenders (amounts by payment method): of one document, of a list of documents, and by day.
import { z } from 'zod'
import { documentAreaNames, documentKinds } from '../document-types.ts'
import { defineArea, defineGet } from '../shared/define-area.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import {
  booleanInQuery,
  daysAndUserFilter,
  id,
  idAndName,
  idInPath,
  moneyText,
  nameFilter,
  timestamp,
} from '../shared/schemas.ts'

export const Tender = z.object({
  id,
  kind: idAndName,
  /** Amount paid by this method; negative for a refund. */
  amount: moneyText,
  received: moneyText.nullable(),
  at: timestamp,
})
export type Tender = z.infer<typeof Tender>

/** Payment method; null for documents booked before payment methods were recorded. */
const kind = idAndName.nullable()

/** Sum by payment method; with `owed` it is the sum that is still unpaid. */
export const PaymentKindSum = z.object({ kind, amount: moneyText, owed: z.literal(true).nullish() })
export type PaymentKindSum = z.infer<typeof PaymentKindSum>

export const PaymentKindFlow = z.object({
  kind,
  in_drawer: z.boolean(),
  /** Money received for sales and memberships and spent on purchases and expenses in these days, minus refunds. */
  income: moneyText,
  expenses: moneyText,
  balance: moneyText,
  /** Set only in the row of unpaid debts, whose sums are `made` minus `collected` and `annulled`. */
  debts: z
    .object({
      /** New debts of these days. */
      made: moneyText,
      /** Payments of debts; the payment methods above include them. */
      collected: moneyText,
      /** Debts cancelled because their document was voided. */
      annulled: moneyText,
    })
    .nullish(),
})
export type PaymentKindFlow = z.infer<typeof PaymentKindFlow>

export const tendersArea = defineArea(
  {
    'tenders.read': defineGet(staffRoles, '/tenders/{document}/{id}', 'Get a document’s payments and refunds', {
      params: z.object({ document: z.enum(documentKinds), id: idInPath }),
      answer: z.array(Tender),
      errors: ['role.forbidden'],
    }),
    'tenders.of-list': defineGet(staffRoles, '/tenders/{document}/', 'Get a list’s sums by payment method', {
      params: z.object({ document: z.enum(documentKinds) }),
      query: daysAndUserFilter.extend({ party_name: nameFilter.optional(), include_time: booleanInQuery.optional() }),
      answer: z.array(PaymentKindSum),
      errors: ['role.forbidden'],
    }),
    'tenders.flow': defineGet(adminRoles, '/tenders/', 'Get income and expenses by payment method for whole days', {
      query: daysAndUserFilter,
      answer: z.array(PaymentKindFlow),
    }),
  },
  { shows: [...documentAreaNames, 'payment-kinds', 'debts'] },
)

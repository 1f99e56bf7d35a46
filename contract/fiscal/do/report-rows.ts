// Monthly reports for DGII as the API answers them: 606 (purchases), 607 (sales), 608 (voided numbers).
import { z } from 'zod'
import { id, money } from '../../shared/shapes.ts'
import { type ReportCode, type ReportRow, reportFields } from './monthly-files.ts'

export const reportMonth = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Debe ser un mes AAAA-MM')
  .optional()
  .meta({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' })

export const reportDocumentKinds = [
  'sale',
  'payment',
  'ticket',
  'void',
  'purchase',
  'expense',
  'voided_number',
] as const
const kind = z.enum(reportDocumentKinds)

/** Consumer receipts below the limit, which are declared as sums only. */
const consumerSums = z.object({
  count: z.number().int(),
  amount: money,
  tax: money,
  cash: money,
  transfer: money,
  card: money,
  credit: money,
  vouchers: money,
  barter: money,
  other_forms: money,
})
export type ConsumerSums = z.infer<typeof consumerSums>

/** A document that lacks an obligatory field, and is therefore not in the file. */
const missing = z.object({
  document: z.object({ kind, id, number: z.number().int() }),
  field: z.string(),
  reason: z.string(),
})
export type MissingField = z.infer<typeof missing>

/** Answer of a monthly report. `amount` and `tax` sum the rows; only the 607 has `consumer`. */
export function reportSchema<const Code extends ReportCode>(code: Code) {
  const fields = Object.entries(reportFields[code]).map(([name, type]) => [
    name,
    type === 'amount' ? money : z.string().nullable(),
  ])
  // The cast is needed because Object.fromEntries types every key as string.
  const shape = Object.fromEntries(fields) as Record<keyof ReportRow<Code>, z.ZodNullable<z.ZodString>>
  return z.object({
    month: z.string(),
    rows: z.array(z.object({ ...shape, document: z.object({ kind, id }) })),
    summary: z.object({ count: z.number().int(), amount: money, tax: money, consumer: consumerSums.optional() }),
    missing: z.array(missing),
  })
}

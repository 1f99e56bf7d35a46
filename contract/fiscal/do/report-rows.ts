// Monthly reports for DGII as the API answers them: 606 (purchases), 607 (sales), 608 (voided numbers).
import { z } from 'zod'
import { id, moneyText } from '../../shared/schemas.ts'
import { type MonthlyReportCode, monthlyReportFields } from './monthly-files.ts'

export const reportMonthSchema = z
  .string()
  .regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Debe ser un mes AAAA-MM')
  .optional()
  .meta({ pattern: '^2\\d{3}-(0[1-9]|1[0-2])$' })

const reportDocumentKinds = ['sale', 'payment', 'ticket', 'void', 'purchase', 'expense', 'voided_number'] as const
const kind = z.enum(reportDocumentKinds)
/** `id` of a ticket is the id of its sale. */
const document = z.object({ kind, id })

/** Consumer receipts below the limit, which are declared as sums only, less their credit notes. `count`: receipts. */
const consumerSums = z.object({
  count: z.number().int(),
  amount: moneyText,
  tax: moneyText,
  cash: moneyText,
  transfer: moneyText,
  card: moneyText,
  credit: moneyText,
  vouchers: moneyText,
  barter: moneyText,
  other_forms: moneyText,
})
export type ConsumerReceiptSums = z.infer<typeof consumerSums>

/** A document that lacks an obligatory field, and is therefore not in the file. */
const missing = z.object({
  document: document.extend({ number: z.number().int() }),
  field: z.string(),
  reason: z.string(),
})
export type IncompleteDocument = z.infer<typeof missing>

type Fields<Code extends MonthlyReportCode> = (typeof monthlyReportFields)[Code]

/** Answer of a monthly report. `amount` and `tax` sum the rows, less the credit notes; only the 607 has `consumer`. */
export function makeMonthlyReportSchema<const Code extends MonthlyReportCode>(code: Code) {
  const fields = Object.entries(monthlyReportFields[code]).map(([name, type]) => [
    name,
    type === 'amount' ? moneyText : z.string().nullable(),
  ])
  // The cast is needed because Object.fromEntries types every key as string.
  const shape = Object.fromEntries(fields) as {
    [Field in keyof Fields<Code>]: Fields<Code>[Field] extends 'amount' ? typeof moneyText : z.ZodNullable<z.ZodString>
  }
  return z.object({
    month: z.string(),
    /** `modified_document`: sold document that a credit note modifies. */
    rows: z.array(z.object({ ...shape, document, modified_document: document.optional() })),
    summary: z.object({
      count: z.number().int(),
      amount: moneyText,
      tax: moneyText,
      consumer: consumerSums.optional(),
    }),
    missing: z.array(missing),
  })
}

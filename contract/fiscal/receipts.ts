// Fiscal receipts: what a sale asks for, and what its answer tells. Fields are absent if the gym has no country.
import { z } from 'zod'
import { moneyText, optionalLine, timestamp } from '../shared/schemas.ts'
import { taxIdText } from './buyer-texts.ts'
import { parseTaxId } from './do/tax-id.ts'
import { taxClass } from './tax.ts'

export const countries = ['none', 'DO'] as const
export type Country = (typeof countries)[number]

/** Marks a field of an answer that only gyms with a country have. */
export const fiscalOnly = <Schema extends z.ZodType>(schema: Schema) => schema.optional().meta({ fiscalOnly: true })

/** RNC or cédula as typed; digits only after parsing, null if blank. */
export const optionalTaxId = optionalLine(20)
  .refine((typed) => typed === null || parseTaxId(typed) !== null, taxIdText)
  .transform((typed) => (typed === null ? null : (parseTaxId(typed)?.digits ?? null)))

export const legalName = optionalLine(150)

/** Identity of a client or supplier, in requests; `partyIdentity` in answers. */
export const newPartyIdentity = { tax_id: optionalTaxId.optional(), legal_name: legalName.optional() }
export const partyIdentity = {
  tax_id: fiscalOnly(z.string().nullable()),
  legal_name: fiscalOnly(z.string().nullable()),
}

/** Tax of a line or of a membership: null in documents from before the gym had a country. */
export const lineTax = {
  tax_class: fiscalOnly(taxClass.nullable()),
  included_tax: fiscalOnly(moneyText.nullable()),
}

/** Receipt that a sale asks for; ignored if the gym has no country. */
export const receiptField = {
  receipt: z
    .object({
      type: z.enum(['consumer', 'credit']),
      tax_id: optionalTaxId.optional(),
      legal_name: legalName.optional(),
    })
    .nullish(),
}
export type ReceiptRequest = z.output<z.ZodObject<typeof receiptField>>['receipt']

const fiscalStatuses = ['paper', 'signed', 'sent', 'accepted', 'remarks', 'rejected', 'annulled'] as const

export const FiscalReceipt = z.object({
  ncf: z.string(),
  type: z.string(),
  type_name: z.string(),
  issued_at: timestamp,
  expires_on: z.string().nullable(),
  /** Document that a credit note modifies. */
  modifies: z.object({ ncf: z.string(), date: z.string() }).nullable(),
  buyer: z.object({ tax_id: z.string(), legal_name: z.string().nullable() }).nullable(),
  exempt: moneyText,
  /** Sorted by rising rate in percent; rates without a line are left out. */
  taxed: z.array(z.object({ rate: z.number(), base: moneyText, tax: moneyText })),
  tax_total: moneyText,
  total: moneyText,
  status: z.enum(fiscalStatuses),
  /** Null on paper receipts. */
  security_code: z.string().nullable(),
  signed_at: timestamp.nullable(),
  qr: z.string().nullable(),
})
export type FiscalReceipt = z.infer<typeof FiscalReceipt>

/** Receipt and credit note of a sold document; null without one. */
export const fiscalFields = {
  fiscal: fiscalOnly(FiscalReceipt.nullable()),
  /** Newest credit note, if several voids of lines made some. */
  fiscal_note: fiscalOnly(FiscalReceipt.nullable()),
}

/** Errors of the certificate that signs electronic receipts. */
export const certificateErrors = [
  'fiscal.electronic-not-ready',
  'fiscal.certificate-unreadable',
  'fiscal.certificate-expired',
] as const
export const receiptErrors = [
  'fiscal.no-range',
  'fiscal.unconfirmed',
  'fiscal.document-invalid',
  ...certificateErrors,
] as const

// Fiscal receipts: what a sale asks for, and what its answer tells. Fields are absent if the gym has no country.
import { z } from 'zod'
import { moneyText, optionalLine, timestamp } from '../shared/schemas.ts'
import { invalidTaxIdText } from './buyer-texts.ts'
import { parseTaxId } from './do/tax-id.ts'
import { taxClassSchema } from './tax.ts'

export const countries = ['none', 'DO'] as const
export type Country = (typeof countries)[number]

/** Marks a field of an answer that only gyms with a country have. */
export const makeFiscalOnlyField = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().meta({ fiscalOnly: true })

/** RNC or cédula as typed; digits only after parsing, null if blank. */
export const optionalTaxId = optionalLine(20)
  .refine((typed) => typed === null || parseTaxId(typed) !== null, invalidTaxIdText)
  .transform((typed) => (typed === null ? null : (parseTaxId(typed)?.digits ?? null)))

export const optionalLegalName = optionalLine(150)

/** Identity of a client or supplier, in requests; `partyIdentityFields` in answers. */
export const newPartyIdentityFields = { tax_id: optionalTaxId.optional(), legal_name: optionalLegalName.optional() }
export const partyIdentityFields = {
  tax_id: makeFiscalOnlyField(z.string().nullable()),
  legal_name: makeFiscalOnlyField(z.string().nullable()),
}

/** Tax of a line or of a membership: null in documents from before the gym had a country. */
export const lineTaxFields = {
  tax_class: makeFiscalOnlyField(taxClassSchema.nullable()),
  included_tax: makeFiscalOnlyField(moneyText.nullable()),
}

/** Receipt that a sale asks for; ignored if the gym has no country. */
export const receiptRequestField = {
  receipt: z
    .object({
      type: z.enum(['consumer', 'credit']),
      tax_id: optionalTaxId.optional(),
      legal_name: optionalLegalName.optional(),
    })
    .nullish(),
}
export type ReceiptRequest = z.output<z.ZodObject<typeof receiptRequestField>>['receipt']

const fiscalReceiptStatuses = ['paper', 'signed', 'sent', 'accepted', 'remarks', 'rejected', 'annulled'] as const

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
  status: z.enum(fiscalReceiptStatuses),
  /** Null on paper receipts. */
  security_code: z.string().nullable(),
  signed_at: timestamp.nullable(),
  qr: z.string().nullable(),
})
export type FiscalReceipt = z.infer<typeof FiscalReceipt>

/** Receipt and credit note of a sold document; null without one. */
export const fiscalReceiptFields = {
  fiscal: makeFiscalOnlyField(FiscalReceipt.nullable()),
  /** Newest credit note, if several voids of lines made some. */
  fiscal_note: makeFiscalOnlyField(FiscalReceipt.nullable()),
}

/** Errors of the certificate that signs electronic receipts. */
export const signingCertificateErrors = [
  'fiscal.electronic-not-ready',
  'fiscal.certificate-unreadable',
  'fiscal.certificate-expired',
] as const
export const fiscalReceiptErrors = [
  'fiscal.no-range',
  'fiscal.unconfirmed',
  'fiscal.document-invalid',
  ...signingCertificateErrors,
] as const

// Electronic receipts (e-CF) of a gym: their state at the tax office, and their signed XML.
import { z } from 'zod'
import { defineArea, defineGet, definePost } from '../shared/define-area.ts'
import { adminRoles } from '../shared/roles.ts'
import { countSchema, id, makeListSchema, moneyText, pageQuery, textLine, timestamp } from '../shared/schemas.ts'

/**
 * `signed` waits to be sent; `sent` waits for the tax office's decision; `remarks` is accepted with remarks;
 * `annulled` was voided before it was sent.
 */
const electronicDocumentStatuses = ['signed', 'sent', 'accepted', 'remarks', 'rejected', 'annulled'] as const
export type ElectronicDocumentStatus = (typeof electronicDocumentStatuses)[number]

/** Last answer of the tax office, or why it could not be reached. */
export const CarrierAnswer = z.object({
  at: timestamp,
  /** Spanish sentence: the state, or why nothing was answered. */
  text: z.string(),
  /** Remarks or reasons of a rejection, in the tax office's own words. */
  messages: z.array(z.object({ code: z.string(), text: z.string() })),
  /** False if the number of a rejected document may be used again; null if unknown. */
  is_number_used: z.boolean().nullable(),
})
export type CarrierAnswer = z.infer<typeof CarrierAnswer>

export const FiscalDocument = z.object({
  ncf: z.string(),
  type: z.string(),
  type_name: z.string(),
  issued_at: timestamp,
  signed_at: timestamp,
  total: moneyText,
  buyer: z.object({ tax_id: z.string(), legal_name: z.string().nullable() }).nullable(),
  /** Bill that the receipt or note belongs to. */
  document: z.object({ kind: z.enum(['sale', 'payment']), id, number: z.string() }),
  status: z.enum(electronicDocumentStatuses),
  /** True if only a summary is sent (E32 below the limit). */
  is_summary: z.boolean(),
  track_id: z.string().nullable(),
  attempts: countSchema,
  last_answer: CarrierAnswer.nullable(),
  /** Null if nothing more is sent or asked. */
  next_attempt_at: timestamp.nullable(),
  /** True if nothing more happens until a person acts. */
  needs_person: z.boolean(),
  /** Answer of the buyer, for E31, E33 and E34. */
  buyer_approval: z.object({ is_approved: z.boolean(), reason: z.string().nullable(), at: timestamp }).nullable(),
})
export type FiscalDocument = z.infer<typeof FiscalDocument>

export const FiscalDocumentCounts = z.object({
  /** Documents that are not sent yet, and when the oldest of them was signed. */
  waiting: countSchema,
  waiting_since: timestamp.nullable(),
  needs_person: countSchema,
  /** Last day of the certificate's validity if 30 days or less are left. */
  certificate_expires_on: z.string().nullable(),
})
export type FiscalDocumentCounts = z.infer<typeof FiscalDocumentCounts>

const ncfInPath = { params: z.object({ ncf: textLine(13) }) }

export const fiscalDocumentsArea = defineArea(
  {
    'fiscal-documents.list': defineGet(adminRoles, '/fiscal/documents', 'List electronic receipts, newest first', {
      query: pageQuery.extend({ status: z.enum(electronicDocumentStatuses).optional() }),
      answer: makeListSchema(FiscalDocument),
      errors: ['fiscal.off'],
    }),
    'fiscal-documents.counts': defineGet(
      adminRoles,
      '/fiscal/documents/counts',
      'Count electronic receipts that wait or need a person',
      { answer: FiscalDocumentCounts },
    ),
    'fiscal-documents.read': defineGet(adminRoles, '/fiscal/documents/{ncf}', 'Get an electronic receipt', {
      ...ncfInPath,
      answer: FiscalDocument,
    }),
    'fiscal-documents.xml': defineGet(
      adminRoles,
      '/fiscal/documents/{ncf}/xml',
      'Download the signed XML of an electronic receipt',
      { ...ncfInPath, transaction: false, answer: 'raw' },
    ),
    'fiscal-documents.resend': definePost(
      adminRoles,
      '/fiscal/documents/{ncf}/resend',
      'Send an electronic receipt now, or sign and send a rejected one again under the same number',
      { ...ncfInPath, answer: FiscalDocument, errors: ['fiscal.number-burnt', 'fiscal.nothing-to-send'] },
    ),
  },
  { shows: ['sales', 'payments', 'voids'] },
)

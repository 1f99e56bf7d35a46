// Electronic receipts that suppliers send to a gym, and the gym's answers.
import { z } from 'zod'
import { defineArea, defineGet, definePost } from '../shared/define-area.ts'
import { adminRoles } from '../shared/roles.ts'
import {
  booleanInQuery,
  countSchema,
  id,
  idAndName,
  makeListSchema,
  moneyText,
  optionalLine,
  pageQuery,
  timestamp,
} from '../shared/schemas.ts'
import { signingCertificateErrors } from './receipts.ts'

/** Approval or rejection: `waiting` is to be sent; `failed` needs a person. */
const approvalStates = ['waiting', 'sent', 'failed'] as const

export const ReceivedDocument = z.object({
  id,
  ncf: z.string(),
  type_name: z.string(),
  /** RNC or cédula and name of the issuer. */
  tax_id: z.string(),
  legal_name: z.string(),
  issued_on: z.string(),
  total: moneyText,
  tax_total: moneyText,
  received_at: timestamp,
  /** Purchase or expense with the document's number and seller; null without one. */
  document: z.object({ kind: z.enum(['purchase', 'expense']), id, number: z.number().int() }).nullable(),
  /** Null until the gym approves or rejects the document. */
  approval: z
    .object({
      is_approved: z.boolean(),
      reason: z.string().nullable(),
      at: timestamp,
      /** Name of the user. */
      by: z.string(),
      state: z.enum(approvalStates),
      /** Spanish sentence about the last attempt to send it. */
      answer: z.string().nullable(),
    })
    .nullable(),
})
export type ReceivedDocument = z.infer<typeof ReceivedDocument>

export const ReceivedDocumentDetails = ReceivedDocument.extend({
  lines: z.array(z.object({ number: countSchema, description: z.string(), quantity: z.string(), total: moneyText })),
  /** Receipt that a note modifies. */
  modified_ncf: z.string().nullable(),
  /** Page of the tax office about the document. */
  check_url: z.string(),
  /** Registered supplier with the issuer's number. */
  supplier: idAndName.nullable(),
})
export type ReceivedDocumentDetails = z.infer<typeof ReceivedDocumentDetails>

export const receivedDocumentsArea = defineArea(
  {
    'received-documents.list': defineGet(
      adminRoles,
      '/fiscal/received-documents',
      'List electronic receipts of suppliers, newest first',
      {
        /** `open`: not rejected, and without a purchase or expense. */
        query: pageQuery.extend({ open: booleanInQuery.optional() }),
        answer: makeListSchema(ReceivedDocument),
        errors: ['fiscal.off'],
      },
    ),
    'received-documents.read': defineGet(
      adminRoles,
      '/fiscal/received-documents/{id}',
      'Get an electronic receipt of a supplier with its lines',
      { answer: ReceivedDocumentDetails },
    ),
    'received-documents.xml': defineGet(
      adminRoles,
      '/fiscal/received-documents/{id}/xml',
      'Download the signed XML of an electronic receipt of a supplier',
      { transaction: false, answer: 'raw' },
    ),
    'received-documents.approve': definePost(
      adminRoles,
      '/fiscal/received-documents/{id}/approval',
      'Approve or reject an electronic receipt of a supplier; the signed answer is sent, again after a failure',
      {
        body: z
          .object({ is_approved: z.boolean(), reason: optionalLine(255).optional() })
          .refine(({ is_approved, reason }) => is_approved || reason != null, {
            path: ['reason'],
            message: 'Escribe el motivo del rechazo',
          }),
        answer: ReceivedDocument,
        errors: ['fiscal.already-answered', 'fiscal.received-booked', ...signingCertificateErrors],
      },
    ),
  },
  { shows: ['purchases', 'expenses', 'suppliers'] },
)

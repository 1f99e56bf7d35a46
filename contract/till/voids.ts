// Voids of all kinds of documents as one list.
import { z } from 'zod'
import { documentAreaNames, documentKinds, documentTypes, formatVoidedDocumentName } from '../document-types.ts'
import { fiscalReceiptFields } from '../fiscal/receipts.ts'
import { defineArea, defineGet } from '../shared/define-area.ts'
import { pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { adminRoles } from '../shared/roles.ts'
import { daysAndUserFilter, id, idAndName, makeListSchema, moneyText, pageQuery, timestamp } from '../shared/schemas.ts'
import { defineExport, type SheetColumn } from '../shared/workbooks.ts'

export const Void = z.object({
  id,
  /** Number of the void; numbers have no gaps except after a restore. */
  number: z.number().int(),
  at: timestamp,
  reason: z.string(),
  user: idAndName,
  kind: z.enum(documentKinds),
  /** Document that was voided, with its client, supplier or purpose, its user and time. */
  document: z.object({
    id,
    number: z.number().int(),
    at: timestamp,
    party: z.string(),
    user: idAndName,
  }),
  amount: moneyText,
  /** True if only single lines were voided. */
  partial: z.boolean(),
  fiscal_note: fiscalReceiptFields.fiscal_note,
})
export type Void = z.infer<typeof Void>

/** Numbers left out after a restore, because lost documents may already bear these numbers on paper. */
export const DocumentNumberGap = z.object({
  /** Times of the restore and of the archive that was restored. */
  at: timestamp,
  copied_at: timestamp,
  /** Kind of document; `shift` stands for Z reports, `collection` for payments of debts. */
  kind: z.enum([...documentKinds, 'void', 'shift', 'collection']),
  first: z.number().int(),
  last: z.number().int(),
})
export type DocumentNumberGap = z.infer<typeof DocumentNumberGap>

const columns: readonly SheetColumn<Void>[] = [
  { title: 'Número', type: 'number', value: ({ number }) => number },
  { title: 'Fecha', type: 'instant', value: ({ at }) => at },
  { title: 'Documento', type: 'text', width: 24, value: formatVoidedDocumentName },
  { title: 'De', type: 'text', value: ({ document }) => document.party },
  { title: 'Anuló', type: 'text', value: ({ user }) => user.name },
  { title: 'Motivo', type: 'text', width: 40, value: ({ reason }) => reason },
  { title: 'Importe', type: 'money', value: ({ amount }) => amount },
]

export const voidsArea = defineArea(
  {
    'voids.list': defineGet(adminRoles, '/voids/', 'List voids, newest first; `gaps`: numbers skipped by a restore', {
      query: pageQuery.extend(daysAndUserFilter.shape),
      answer: makeListSchema(Void).extend({ gaps: z.array(DocumentNumberGap) }),
    }),
    'voids.export': defineExport('/voids/', adminRoles, daysAndUserFilter, { file: 'Anulaciones', columns }),
  },
  {
    shows: [...documentAreaNames, 'fiscal-documents'],
    history: {
      voids: {
        object: 'la anulación',
        fields: {
          ...pickSharedFieldLabels('user_name', 'created_at', 'id_user', 'number'),
          ...Object.fromEntries(documentTypes.map(({ kind, word }) => [`id_${kind}`, word])),
          reason: 'el motivo',
          id_partial_sale: 'la venta',
          amount: ['el importe', 'money'],
          annulled: ['la parte que se debía', 'money'],
        },
      },
    },
  },
)

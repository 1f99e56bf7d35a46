// Takes back the receipt of a voided document: by a credit note, or without one if the tax office never got the receipt.
import { parseReceiptNumber } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Services } from '../../services.ts'
import { insertCreditNote, type NewNote } from '../queries.ts'
import { annulNumbers, type LockedDocument, lockElectronicReceipt } from './queries.ts'
import { signBookedReceipt } from './sign-receipt.ts'

/** Reports the number as never used, instead of sending the document. */
async function annulDocument(tx: Transaction, gym: number, { id }: LockedDocument, ncf: string, now: Date) {
  const { type, sequence } = parseReceiptNumber(ncf) ?? throwError('row.missing')
  await tx.run(sql`
    update electronic_receipts set status = 'annulled', next_attempt_at = null where gym_id = ${gym} and id = ${id}`)
  await annulNumbers(tx, gym, { type, first: sequence, last: sequence, now })
}

interface ReceiptVoid extends NewNote, Pick<Services, 'certificates'> {
  /** True if the void takes back the document at once, not line by line. */
  isComplete: boolean
  now: Date
}

/** Issues the credit note of a void. A receipt that is worth nothing at the tax office needs none. */
export async function voidReceipt(
  tx: Transaction,
  { isComplete, certificates, now, ...note }: ReceiptVoid,
): Promise<void> {
  const { gym, receipt } = note
  if (receipt.type.startsWith('B')) return insertCreditNote(tx, note)
  const document = await lockElectronicReceipt(tx, gym, receipt.ncf)
  const { status, is_unsent, is_number_used, is_shared } = document
  if (status === 'rejected' && is_number_used) return
  const isUnused = status === 'rejected' || (status === 'signed' && is_unsent)
  if (isUnused && isComplete && !is_shared) return annulDocument(tx, gym, document, receipt.ncf, now)
  const certificate = await certificates.find(tx, gym, now)
  await insertCreditNote(tx, note)
  await signBookedReceipt(tx, { gym, certificate, now })
}

/** Annuls the unsent credit notes of a receipt that the tax office rejected for good. */
export async function annulUnsentNotes(tx: Transaction, gym: number, ncf: string, now: Date): Promise<void> {
  const notes = await tx.many<{ ncf: string }>(sql`
    select ncf from fiscal_receipts where gym_id = ${gym} and modified_ncf = ${ncf} and id_void is not null order by id`)
  for (const note of notes) {
    const document = await lockElectronicReceipt(tx, gym, note.ncf)
    if (document.status === 'signed' && document.is_unsent) await annulDocument(tx, gym, document, note.ncf, now)
  }
}

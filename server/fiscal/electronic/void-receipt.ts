// Takes back the receipt of a voided document: by a credit note, or without one if the tax office never got the receipt.
import { parseReceiptNumber } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import type { ElectronicStatus } from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Services } from '../../services.ts'
import { insertCreditNote, type NewNote } from '../queries.ts'
import { signBookedReceipt } from './sign-receipt.ts'

interface LockedDocument {
  /** Id of the newest document of the receipt. */
  id: number
  status: ElectronicStatus
  /** True if the document was certainly never handed to the tax office. */
  is_unsent: boolean
  /** False only if the tax office said that the number of the rejected document may be used again. */
  is_number_used: boolean
  /** True if the receipt belongs to both documents of a ticket, or a credit note modifies it. */
  is_shared: boolean
}

/** Reads the newest document of a receipt, which neither sending nor signing it again can change until commit. */
export async function lockElectronicReceipt(tx: Transaction, gym: number, ncf: string): Promise<LockedDocument> {
  await tx.run(sql`select from fiscal_receipts where gym_id = ${gym} and ncf = ${ncf} for no key update`)
  const document = await tx.maybe<LockedDocument>(sql`
    select e.id, e.status, e.handed_at is null and e.track_id is null as is_unsent,
      e.answer ->> 'is_number_used' is distinct from 'false' as is_number_used,
      num_nonnulls(r.id_sale, r.id_payment) = 2
        or exists (select from fiscal_receipts n where n.gym_id = r.gym_id and n.modified_ncf = r.ncf) as is_shared
    from fiscal_receipts r join electronic_receipts e on e.gym_id = r.gym_id and e.id_receipt = r.id
    where r.gym_id = ${gym} and r.ncf = ${ncf} order by e.id desc limit 1 for update of e`)
  return document ?? throwError('row.missing')
}

/** Reports the number as never used, instead of sending the document. */
async function annulDocument(tx: Transaction, gym: number, { id }: LockedDocument, ncf: string, now: Date) {
  const { type, sequence } = parseReceiptNumber(ncf) ?? throwError('row.missing')
  await tx.run(sql`
    update electronic_receipts set status = 'annulled', next_attempt_at = null where gym_id = ${gym} and id = ${id}`)
  await annulNumbers(tx, gym, { type, first: sequence, last: sequence, now })
}

/** Numbers that will be reported to the tax office as never used. */
export const annulNumbers = (
  tx: Transaction,
  gym: number,
  { type, first, last, now }: { type: string; first: number; last: number; now: Date },
): Promise<number> =>
  tx.run(sql`
    insert into fiscal_annulments (gym_id, type, first, last, created_at, next_attempt_at)
    values (${gym}, ${type}, ${first}, ${last}, ${now}, ${now})`)

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

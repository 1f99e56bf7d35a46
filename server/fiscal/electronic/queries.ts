// Signs booked receipts in their transaction, without network; the signed document then waits to be sent. Takes back
// receipts of voided documents.
import { parseReceiptNumber } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import type { FiscalReceipt } from '@torniquete/contract/fiscal/receipts.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { LastWriteStatement } from '../../platform/http/last-statement.ts'
import type { Services } from '../../services.ts'
import type { SigningCertificate } from '../do/ecf/certificate.ts'
import { type ElectronicReceipt, makeReceiptXml } from '../do/ecf/document.ts'
import { makeQrAddress } from '../do/ecf/qr.ts'
import { getSecurityCode, signCanonicalXml } from '../do/ecf/signature.ts'
import { isSentAsSummary } from '../do/ecf/summary.ts'
import { InvalidDocumentError } from '../do/ecf/validate-document.ts'
import { type ClientWithReceiptMode, insertCreditNote, isSameDocumentSql, type NewCreditNote } from '../queries.ts'
import { type BookedReceipt, readBookedReceipt } from './booked-receipt.ts'
import { insertAnnulment, type LockedDocument, lockElectronicReceipt } from './documents.ts'

export interface SigningContext {
  gym: number
  certificate: SigningCertificate
  now: Date
}

/** Fields of a receipt that its signature adds. */
export type SignatureFields = Pick<FiscalReceipt, 'status' | 'security_code' | 'signed_at' | 'qr'>

/** Receipt that this connection inserted last. Without the subquery, the index would not be used. */
const lastInserted = sql`r.id = (select currval('fiscal_receipts_id_seq'))`

/** Fails if the document would certainly be rejected. */
function makeValidXml(receipt: ElectronicReceipt): string {
  try {
    return makeReceiptXml(receipt)
  } catch (error) {
    if (!(error instanceof InvalidDocumentError)) throw error
    return throwError('fiscal.document-invalid', { fields: error.message })
  }
}

async function signReceipt({ receipt, environment }: BookedReceipt, certificate: SigningCertificate) {
  const xml = await signCanonicalXml(makeValidXml(receipt), certificate)
  const securityCode = getSecurityCode(xml)
  return { xml, securityCode, qr: makeQrAddress(receipt, environment, securityCode) }
}

/** Signs a receipt. Returns the statement that stores the document, and what the signature adds to the receipt. */
async function makeSignature(booked: BookedReceipt, { gym, certificate, now }: SigningContext) {
  const { xml, securityCode, qr } = await signReceipt(booked, certificate)
  const { id, receipt } = booked
  const insert = sql`
    insert into electronic_receipts (gym_id, id_receipt, ncf, xml, security_code, signed_at, qr, is_summary, next_attempt_at)
    values (${gym}, ${id}, ${receipt.ncf}, ${xml}, ${securityCode}, ${now}, ${qr}, ${isSentAsSummary(receipt)}, ${now})`
  const fields: SignatureFields = { status: 'signed', security_code: securityCode, signed_at: now.toISOString(), qr }
  return { insert, fields }
}

/** Signs a booked receipt, by default the one that this transaction inserted last. Returns its number. */
export async function signBookedReceipt(
  tx: Transaction,
  signing: SigningContext,
  which = lastInserted,
): Promise<string> {
  const booked = await readBookedReceipt(tx, signing.gym, which, signing.now)
  const { insert } = await makeSignature(booked, signing)
  await tx.run(insert)
  return booked.receipt.ncf
}

interface Issuing extends Pick<Services, 'certificates' | 'clock'> {
  gym: number
  terms: ClientWithReceiptMode
}

/** Document whose receipt is answered with it. */
type WithReceipt = { fiscal?: FiscalReceipt | null | undefined }

/** Adds to the receipt of a document what its signature adds. */
export const addSignatureFields = <Document extends WithReceipt>(
  document: Document,
  fields: SignatureFields,
): Document => ({
  ...document,
  fiscal: document.fiscal && { ...document.fiscal, ...fields },
})

/** Books a document. Signs its receipt if the gym issues electronic ones; otherwise the statement runs last. */
export async function bookDocumentWithReceipt<Answer extends WithReceipt>(
  tx: Transaction,
  { gym, terms, certificates, clock }: Issuing,
  statement: LastWriteStatement<Answer>,
  sign: (answer: Answer, fields: SignatureFields) => Answer = addSignatureFields,
): Promise<Answer | LastWriteStatement<Answer>> {
  if (terms.mode === 'paper') return statement
  const now = clock()
  const certificate = await certificates.open(tx, gym, terms.id_certificate, now)
  // Both statements travel together, because the number of the document stays locked until commit.
  const [answer, booked] = await Promise.all([
    tx.one<Answer>(sql`with ${statement.changes} ${statement.row}`),
    readBookedReceipt(tx, gym, lastInserted, now),
  ])
  const { insert, fields } = await makeSignature(booked, { gym, certificate, now })
  tx.afterWork(async () => {
    await tx.run(insert)
  })
  return sign(answer, fields)
}

/** Reports the number as never used, instead of sending the document. */
async function annulDocument(tx: Transaction, gym: number, { id, ncf, environment }: LockedDocument, now: Date) {
  const { type, sequence } = parseReceiptNumber(ncf) ?? throwError('row.missing')
  await tx.run(sql`
    update electronic_receipts set status = 'annulled', next_attempt_at = null where gym_id = ${gym} and id = ${id}`)
  await insertAnnulment(tx, gym, { type, environment, first: sequence, last: sequence, now })
}

interface ReceiptVoid extends NewCreditNote, Pick<Services, 'certificates'> {
  /** True if the void takes back the document at once, not line by line. */
  isComplete: boolean
  now: Date
}

/**
 * Issues the credit note of a void. A receipt that is worth nothing at the tax office needs none: its number is used up by
 * a rejection, or it belongs to a test environment that the gym has left. A receipt of series B that it replaces there is
 * still valid, and gets the note.
 */
export async function issueCreditNoteForVoid(
  tx: Transaction,
  { isComplete, certificates, now, ...note }: ReceiptVoid,
): Promise<void> {
  const { gym, receipt, kind, id } = note
  if (receipt.type.startsWith('B')) return insertCreditNote(tx, note)
  const owner = kind === 'sale' ? sql`r.id_sale` : sql`r.id_payment`
  const document = await lockElectronicReceipt(tx, gym, sql`r.ncf = ${receipt.ncf} and ${owner} = ${id}`)
  const { status, environment, is_current, is_unsent, is_number_used, needs_credit_note } = document
  const replaced = receipt.modifies?.ncf
  if (replaced?.startsWith('B') && !is_current && environment !== 'production')
    return insertCreditNote(tx, { ...note, receipt: { ...receipt, ncf: replaced, type: replaced.slice(0, 3) } })
  if (status === 'rejected' && is_number_used) return
  if (!is_current) return environment === 'production' ? throwError('fiscal.production-receipt') : undefined
  const isUnused = status === 'rejected' || (status === 'signed' && is_unsent)
  if (isUnused && isComplete && !needs_credit_note) return annulDocument(tx, gym, document, now)
  const certificate = await certificates.find(tx, gym, now)
  await insertCreditNote(tx, note)
  await signBookedReceipt(tx, { gym, certificate, now })
}

/** Annuls the unsent credit notes of the receipt of a document that the tax office rejected for good. */
export async function annulUnsentCreditNotes(
  tx: Transaction,
  gym: number,
  idDocument: number,
  now: Date,
): Promise<void> {
  const notes = await tx.many<{ id: number }>(sql`
    select n.id from electronic_receipts e join fiscal_receipts r on r.gym_id = e.gym_id and r.id = e.id_receipt
      join fiscal_receipts n on n.gym_id = r.gym_id and ${isSameDocumentSql(sql`n`, sql`r`)} and n.modified_ncf = r.ncf and n.environment = r.environment
    where e.gym_id = ${gym} and e.id = ${idDocument} and n.id_void is not null order by n.id`)
  for (const note of notes) {
    const document = await lockElectronicReceipt(tx, gym, sql`r.id = ${note.id}`)
    if (document.status === 'signed' && document.is_unsent) await annulDocument(tx, gym, document, now)
  }
}

// Signs booked receipts in their transaction, without network. The signed document then waits to be sent.
import type { FiscalReceipt } from '@torniquete/contract/fiscal/receipts.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { LastWriteStatement } from '../../platform/http/last-statement.ts'
import type { Services } from '../../services.ts'
import type { SigningCertificate } from '../do/ecf/certificate.ts'
import { type ElectronicReceipt, makeReceiptXml } from '../do/ecf/document.ts'
import { makeQrAddress } from '../do/ecf/qr.ts'
import { getSecurityCode, signOwnXml } from '../do/ecf/signature.ts'
import { isSentAsSummary } from '../do/ecf/summary.ts'
import { InvalidDocument } from '../do/ecf/validate-document.ts'
import type { FiscalTerms } from '../queries.ts'
import { type BookedReceipt, readBookedReceipt } from './booked-receipt.ts'

export interface Signing {
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
    if (!(error instanceof InvalidDocument)) throw error
    return throwError('fiscal.document-invalid', { fields: error.message })
  }
}

async function signReceipt({ receipt, environment }: BookedReceipt, certificate: SigningCertificate) {
  const xml = await signOwnXml(makeValidXml(receipt), certificate)
  const securityCode = getSecurityCode(xml)
  return { xml, securityCode, qr: makeQrAddress(receipt, environment, securityCode) }
}

/** Signs a receipt. Returns the statement that stores the document, and what the signature adds to the receipt. */
async function makeSignature(booked: BookedReceipt, { gym, certificate, now }: Signing) {
  const { xml, securityCode, qr } = await signReceipt(booked, certificate)
  const { id, receipt } = booked
  const insert = sql`
    insert into electronic_receipts (gym_id, id_receipt, ncf, xml, security_code, signed_at, qr, is_summary, next_attempt_at)
    values (${gym}, ${id}, ${receipt.ncf}, ${xml}, ${securityCode}, ${now}, ${qr}, ${isSentAsSummary(receipt)}, ${now})`
  const fields: SignatureFields = { status: 'signed', security_code: securityCode, signed_at: now.toISOString(), qr }
  return { insert, fields }
}

/** Signs a booked receipt, by default the one that this transaction inserted last. Returns its number. */
export async function signBookedReceipt(tx: Transaction, signing: Signing, which = lastInserted): Promise<string> {
  const booked = await readBookedReceipt(tx, signing.gym, which, signing.now)
  const { insert } = await makeSignature(booked, signing)
  await tx.run(insert)
  return booked.receipt.ncf
}

interface Issuing extends Pick<Services, 'certificates' | 'clock'> {
  gym: number
  terms: FiscalTerms
}

/** Document whose receipt is answered with it. */
type WithReceipt = { fiscal?: FiscalReceipt | null | undefined }

/** Adds to the receipt of a document what its signature adds. */
export const addSignature = <Document extends WithReceipt>(document: Document, fields: SignatureFields): Document => ({
  ...document,
  fiscal: document.fiscal && { ...document.fiscal, ...fields },
})

/** Books a document. Signs its receipt if the gym issues electronic ones; otherwise the statement runs last. */
export async function bookWithReceipt<Answer extends WithReceipt>(
  tx: Transaction,
  { gym, terms, certificates, clock }: Issuing,
  statement: LastWriteStatement<Answer>,
  sign: (answer: Answer, fields: SignatureFields) => Answer = addSignature,
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

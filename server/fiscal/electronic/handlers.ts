import type { FiscalDocument } from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AreaHandlers, OwnTransactionHandlers } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import { claimLeaseMs } from '../sending/claim-documents.ts'
import { readIssuer } from '../settings.ts'
import {
  copyBuyerNameFromClient,
  countFiscalDocuments,
  type LockedDocument,
  listFiscalDocuments,
  lockElectronicReceipt,
  readDocumentXml,
  readFiscalDocument,
  reissueReceipt,
} from './documents.ts'
import { type SigningContext, signBookedReceipt } from './queries.ts'
import { sendXmlFile } from './send-xml-file.ts'

const readDocument = async (tx: Transaction, gym: number, ncf: string): Promise<FiscalDocument> =>
  (await readFiscalDocument(tx, gym, ncf)) ?? throwError('row.missing')

/** Signs a rejected document again; a credit note whose number is used gets a new one. Returns the number. */
async function signAgain(
  tx: Transaction,
  { id_receipt, is_current, is_number_used, is_newest_note }: LockedDocument,
  signing: SigningContext,
): Promise<string> {
  const { gym } = signing
  if (!is_number_used) {
    await copyBuyerNameFromClient(tx, gym, id_receipt)
    return signBookedReceipt(tx, signing, sql`r.id = ${id_receipt}`)
  }
  // The bill of a note is voided already, so the note itself is issued again.
  if (!is_newest_note || !is_current) throwError('fiscal.number-burnt')
  await reissueReceipt(tx, gym, { id: id_receipt, type: 'E34', now: signing.now })
  return signBookedReceipt(tx, signing)
}

export const fiscalDocumentsHandlers = ({
  certificates,
}: Pick<Services, 'certificates'>): AreaHandlers<'fiscal-documents'> => ({
  'fiscal-documents.list': ({ tx, gym, country, query }) => {
    if (country === 'none') throwError('fiscal.off')
    return listFiscalDocuments(tx, gym, query)
  },

  'fiscal-documents.read': ({ tx, gym, params: { ncf } }) => readDocument(tx, gym, ncf.toUpperCase()),

  'fiscal-documents.counts': ({ tx, gym, now }) => countFiscalDocuments(tx, gym, now),

  'fiscal-documents.resend': async ({ tx, gym, params, clock }) => {
    const ncf = params.ncf.toUpperCase()
    const document = await lockElectronicReceipt(tx, gym, sql`r.ncf = ${ncf}`)
    const now = clock()
    if (document.status === 'rejected') {
      const certificate = await certificates.find(tx, gym, now)
      return readDocument(tx, gym, await signAgain(tx, document, { gym, certificate, now }))
    }
    if (document.status !== 'signed' && document.status !== 'sent') throwError('fiscal.nothing-to-send')
    // A delivery that is under way keeps its lease.
    await tx.run(sql`
      update electronic_receipts set next_attempt_at = least(next_attempt_at, greatest(${now}, handed_at + ${`${claimLeaseMs} ms`}::interval))
      where gym_id = ${gym} and id = ${document.id}`)
    return readDocument(tx, gym, ncf)
  },
})

export const documentFileHandlers = ({
  database,
}: Pick<Services, 'database'>): Pick<OwnTransactionHandlers, 'fiscal-documents.xml'> => ({
  'fiscal-documents.xml': async ({ gym, user, params, reply }) => {
    const ncf = params.ncf.toUpperCase()
    const [issuer, document] = await database.read({ gym, user: user.id }, (tx) =>
      Promise.all([readIssuer(tx, gym), readDocumentXml(tx, gym, ncf)]),
    )
    if (!document) throwError('row.missing')
    return sendXmlFile(reply, `${issuer?.tax_id}${ncf}`, document.xml)
  },
})

// Receives the electronic receipt of a supplier, and answers with a signed acknowledgement.
import { type ReceiptTypeCode, receiptTypes } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import { NamedError, throwError } from '@torniquete/contract/shared/errors.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Services } from '../../services.ts'
import { makeAcknowledgementXml, type ReceptionRefusalReason } from '../do/ecf/buyer-answers.ts'
import { signCanonicalXml } from '../do/ecf/signature.ts'
import { isCertificateDateValid, parseSignedDocument } from '../do/ecf/signed-document.ts'
import { parseDocumentParties, parseSupplierDocument, type SupplierDocument } from '../do/ecf/supplier-document.ts'
import { listElectronicReceiptGyms } from './electronic-gyms.ts'

/** No gym gets more receipts; they could fill the disk. One issuer must not use up the limit of all. */
const maxDocumentsPerDay = 300
const maxDocumentsOfIssuerPerDay = 50

/** A text that names no document, or no gym of this installation, gets no acknowledgement. */
type Answer = { acknowledgement: string } | { refusal: string }

export async function receiveSupplierDocument(
  { database, certificates }: Pick<Services, 'database' | 'certificates'>,
  xml: string | null,
  now: Date,
): Promise<Answer> {
  const opened = xml === null ? null : parseSignedDocument(xml)
  const parties = opened && parseDocumentParties(opened.root)
  if (xml === null || !parties) return { refusal: 'El archivo no es un e-CF en XML (UTF-8) con emisor y comprador.' }
  const gyms = await listElectronicReceiptGyms(database)
  const buyer = gyms.find(({ taxId }) => taxId === parties.buyerTaxId)
  // Only the certificate of the single gym can sign that a document is not for it.
  const signer = buyer ?? (gyms.length === 1 ? gyms[0] : undefined)
  if (!signer) return { refusal: 'El RNC del comprador no corresponde a un receptor de esta dirección.' }
  const { gym, taxId } = signer
  const document = parseSupplierDocument(opened.root)
  const isSigned = opened.certificate !== null && isCertificateDateValid(opened.certificate, now)
  const refusal = !document ? 'specification' : !buyer ? 'buyer' : !isSigned ? 'signature' : null
  return database.write({ gym, user: null }, async (tx) => {
    const certificate = await certificates.find(tx, gym, now).catch((error: unknown) => {
      if (error instanceof NamedError) throwError('receiving.unsigned')
      throw error
    })
    const acknowledge = (reason: ReceptionRefusalReason | null) =>
      signCanonicalXml(makeAcknowledgementXml({ ...parties, buyerTaxId: taxId }, reason, now), certificate)
    if (refusal !== null || !document) return { acknowledgement: await acknowledge(refusal) }
    const acknowledgement = await acknowledge(null)
    const isNew = await insertDocument(tx, gym, { ...document, xml, acknowledgement, now })
    return { acknowledgement: isNew ? acknowledgement : await acknowledge('duplicate') }
  })
}

interface NewDocument extends SupplierDocument {
  xml: string
  acknowledgement: string
  now: Date
}

/** False if the gym already has the document. Administrators are told of it unless they have not read the last notification. */
async function insertDocument(tx: Transaction, gym: number, document: NewDocument): Promise<boolean> {
  const { ncf, issuerTaxId, issuerName, issuedOn, total, taxTotal, xml, acknowledgement, now } = document
  const busy = await tx.maybe(sql`
    select from (
      select tax_id, received_at from received_documents where gym_id = ${gym} order by id desc limit ${maxDocumentsPerDay}) d
    where d.received_at > ${now}::timestamptz - interval '1 day'
    having count(*) >= ${maxDocumentsPerDay} or count(*) filter (where d.tax_id = ${issuerTaxId}) >= ${maxDocumentsOfIssuerPerDay}`)
  if (busy) throwError('receiving.too-many')
  const message = `${issuerName} envió ${receiptTypes[`E${document.type}` as ReceiptTypeCode].name} ${ncf} por ${formatMoney(total)}.`
  const inserted = await tx.maybe(sql`
    with inserted as (
      insert into received_documents (gym_id, ncf, environment, tax_id, legal_name, issued_on, total, tax_total, xml, acknowledgement, received_at)
      select gym_id, ${ncf}, environment, ${issuerTaxId}, ${issuerName}, ${issuedOn}, ${total}, ${taxTotal}, ${xml}, ${acknowledgement}, ${now}
      from fiscal_settings where gym_id = ${gym}
      on conflict on constraint received_documents_ncf do nothing returning id),
    notified as (
      insert into notifications (gym_id, title, message, created_at)
      select ${gym}, ${fiscalWarningTitles.received}, ${message}, ${now} from inserted
      where not exists (select from notifications where gym_id = ${gym} and title = ${fiscalWarningTitles.received} and not is_read))
    select from inserted`)
  return inserted !== null
}

import { throwError } from '@torniquete/contract/shared/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AreaHandlers, OwnTransactionHandlers } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import { makeApprovalXml } from '../do/ecf/buyer-answers.ts'
import { makeVerificationAddress } from '../do/ecf/qr.ts'
import { getSecurityCode, signCanonicalXml } from '../do/ecf/signature.ts'
import { parseSignedDocument } from '../do/ecf/signed-document.ts'
import { parseSupplierDocument } from '../do/ecf/supplier-document.ts'
import { sendXmlFile } from '../electronic/send-xml-file.ts'
import { listReceivedDocuments, readReceivedDocument } from './queries.ts'

/** Reads the stored XML again; it was valid when it came. */
function readContent(xml: string) {
  const opened = parseSignedDocument(xml) ?? throwError('row.missing')
  const content = parseSupplierDocument(opened.root) ?? throwError('row.missing')
  return { ...content, securityCode: getSecurityCode(opened.text) }
}

export const receivedDocumentsHandlers = ({
  certificates,
}: Pick<Services, 'certificates'>): AreaHandlers<'received-documents'> => ({
  'received-documents.list': ({ tx, gym, country, query }) => {
    if (country === 'none') throwError('fiscal.off')
    return listReceivedDocuments(tx, gym, query)
  },

  'received-documents.read': async ({ tx, gym, params }) => {
    const stored = await readReceivedDocument(tx, gym, params.id)
    const { xml, environment, ...document } = stored ?? throwError('row.missing')
    const { lines, modifiedNcf, ...content } = readContent(xml)
    const check_url = makeVerificationAddress(environment, content)
    return { ...document, lines, modified_ncf: modifiedNcf, check_url }
  },

  'received-documents.approve': async ({ tx, gym, user, params, body, clock }) => {
    const document = (await readReceivedDocument(tx, gym, params.id, { locks: true })) ?? throwError('row.missing')
    const { approval: earlier, is_reported } = document
    // An answer that the tax office took can only be repeated.
    const canAnswer = earlier?.state === 'failed' && (!is_reported || earlier.is_approved === body.is_approved)
    if (earlier && !canAnswer) throwError('fiscal.already-answered')
    if (document.document && !body.is_approved) throwError('fiscal.received-booked')
    const now = clock()
    const reason = body.is_approved ? null : (body.reason ?? null)
    const approval = { ...readContent(document.xml), rejectionReason: reason }
    const xml = await signCanonicalXml(makeApprovalXml(approval, now), await certificates.find(tx, gym, now))
    await tx.run(sql`
      update received_documents set is_approved = ${body.is_approved}, approval_reason = ${reason}, approval_xml = ${xml},
        approved_by = ${user.name}, approved_at = ${now}, next_attempt_at = ${now}, answer = null
      where gym_id = ${gym} and id = ${params.id}`)
    return (await readReceivedDocument(tx, gym, params.id)) ?? throwError('row.missing')
  },
})

export const receivedFileHandlers = ({
  database,
}: Pick<Services, 'database'>): Pick<OwnTransactionHandlers, 'received-documents.xml'> => ({
  'received-documents.xml': async ({ gym, user, params, reply }) => {
    const document = await database.read({ gym, user: user.id }, (tx) => readReceivedDocument(tx, gym, params.id))
    const { tax_id, ncf, xml } = document ?? throwError('row.missing')
    return sendXmlFile(reply, `${tax_id}${ncf}`, xml)
  },
})

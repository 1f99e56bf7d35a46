import { throwError } from '@torniquete/contract/shared/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AreaHandlers, OwnTransactionHandlers } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import { readIssuer } from '../settings.ts'
import { countFiscalDocuments, listFiscalDocuments, readDocumentXml, readFiscalDocument } from './queries.ts'
import { sendXmlFile } from './send-xml-file.ts'

export const fiscalDocumentsHandlers = (_services: Services): AreaHandlers<'fiscal-documents'> => ({
  'fiscal-documents.list': ({ tx, gym, country, query }) => {
    if (country === 'none') throwError('fiscal.off')
    return listFiscalDocuments(tx, gym, query)
  },

  'fiscal-documents.read': async ({ tx, gym, params: { ncf } }) =>
    (await readFiscalDocument(tx, gym, ncf)) ?? throwError('row.missing'),

  'fiscal-documents.counts': ({ tx, gym, now }) => countFiscalDocuments(tx, gym, now),

  'fiscal-documents.resend': async ({ tx, gym, params: { ncf }, now }) => {
    const document = (await readFiscalDocument(tx, gym, ncf)) ?? throwError('row.missing')
    if (document.status !== 'signed' && document.status !== 'sent') throwError('fiscal.nothing-to-send')
    await tx.run(sql`
      update electronic_receipts set next_attempt_at = ${now}
      where gym_id = ${gym} and ncf = ${ncf} and status in ('signed', 'sent')`)
    return { ...document, next_attempt_at: now.toISOString() }
  },
})

export const documentFileHandlers = ({
  database,
}: Pick<Services, 'database'>): Pick<OwnTransactionHandlers, 'fiscal-documents.xml'> => ({
  'fiscal-documents.xml': async ({ gym, user, params: { ncf }, reply }) => {
    const [issuer, document] = await database.read({ gym, user: user.id }, (tx) =>
      Promise.all([readIssuer(tx, gym), readDocumentXml(tx, gym, ncf)]),
    )
    if (!document) throwError('row.missing')
    return sendXmlFile(reply, `${issuer?.tax_id}${ncf}`, document.xml)
  },
})

// Electronic receipts that suppliers send, and calls to the services that receive them.
import { randomUUID } from 'node:crypto'
import { defaultTimeZone, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { makeCertificateFile } from '@torniquete/dgii-stand-in/make-certificate.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { parseCertificateFile, type SigningCertificate } from '../fiscal/do/ecf/certificate.ts'
import { type ElectronicReceipt, makeReceiptXml } from '../fiscal/do/ecf/document.ts'
import { signXml } from '../fiscal/do/ecf/signature.ts'
import { sql } from '../platform/db/sql.ts'
import { makeReceipt } from './electronic-receipts.ts'
import { makeClient, makeProduct, type TestGym } from './factories.ts'
import { makeMultipartBody } from './raw-call.ts'

const file = makeCertificateFile({ subject: 'PROVEEDOR' })
/** Signs as the supplier. */
export const supplierCertificate: SigningCertificate = parseCertificateFile(file.content, file.password)

let lastSequence = 0

/** Unsigned fiscal credit receipt of RD$ 1,600.00 with RD$ 15.25 of tax, with a number of its own. */
export function makeSupplierReceiptXml(buyerTaxId: string, changes: Partial<ElectronicReceipt> = {}): string {
  const buyer = { taxId: buyerTaxId, foreignId: null, legalName: 'Gimnasio de Prueba SRL' }
  const issuer = { ...makeReceipt().issuer, taxId: '101850043', legalName: 'Suplidora del Este SRL' }
  lastSequence += 1
  const ncf = `E31${String(lastSequence).padStart(10, '0')}`
  return makeReceiptXml(makeReceipt({ ncf, expiresOn: '2027-12-31', buyer, issuer, ...changes }))
}

export const signAsSupplier = (xml: string): string => signXml(xml, supplierCertificate)

/** Sends a file to one of the services below `/fe/`. */
export const uploadSupplierFile = (
  app: FastifyInstance,
  path: string,
  content: string | Buffer,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => {
  const { type, content: payload } = makeMultipartBody(content, { field: 'xml', filename: 'documento.xml' })
  return app.inject({ method: 'POST', url: `/fe/${path}`, headers: { 'content-type': type, ...headers }, payload })
}

/** Gets a token for a signed seed, as a header. */
export async function fetchSupplierAuthorization(app: FastifyInstance): Promise<{ authorization: string }> {
  const seed = await app.inject('/fe/autenticacion/api/semilla')
  const answer = await uploadSupplierFile(app, 'autenticacion/api/validacioncertificado', signAsSupplier(seed.body))
  return { authorization: `Bearer ${answer.json().token}` }
}

/** Sells on a fiscal credit receipt. The tax office has accepted its document. */
export async function sellWithCreditReceipt(
  gym: TestGym,
  buyer: { tax_id: string; legal_name: string },
  total = '118.00',
) {
  const product = await makeProduct(gym, { stock: 1, sale_price: total })
  const sale = await gym.admin.call('sales.create', {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      id_client: (await makeClient(gym)).id,
      items: [{ id_product: product.id, quantity: 1 }],
      receipt: { type: 'credit', ...buyer },
    },
  })
  const ncf = sale.fiscal?.ncf ?? ''
  await gym.rows(sql`
    update electronic_receipts set status = 'accepted', next_attempt_at = null where gym_id = ${gym.gym.id} and ncf = ${ncf}`)
  return { ncf, issuedOn: toLocalDay(defaultTimeZone, new Date(sale.created_at)), total }
}

// Electronic receipts of the demo gym: accepted, rejected and waiting ones, and some that suppliers have sent. The
// stand-in of DGII takes the place of the tax office.
import { setTimeout as pause } from 'node:timers/promises'
import type { FiscalDocument } from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { makeTaxedLine, sumTaxedLines } from '@torniquete/contract/fiscal/tax.ts'
import { addDays, defaultTimeZone, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { type CertificateFile, makeCertificateFile } from '../dgii-stand-in/make-certificate.ts'
import type { StandInServer } from '../dgii-stand-in/stand-in.ts'
import { makeAcknowledgementXml } from '../server/fiscal/do/ecf/buyer-answers.ts'
import { parseCertificateFile } from '../server/fiscal/do/ecf/certificate.ts'
import { makeReceiptXml, type ReceiptLine } from '../server/fiscal/do/ecf/document.ts'
import { signXml } from '../server/fiscal/do/ecf/signature.ts'
import type { Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import type { ApiCaller } from './demo-session.ts'
import { demoTaxId } from './fill-fiscal.ts'

interface ElectronicDemo {
  admin: ApiCaller
  upload: (file: CertificateFile) => Promise<void>
  dgii: StandInServer
  database: Database
  gym: number
}

const ranges = [
  { type: 'E31', from: 'E310000000001', to: 'E310000000500' },
  { type: 'E32', from: 'E320000000001', to: 'E320000050000' },
  { type: 'E34', from: 'E340000000001', to: 'E340000000100' },
]

/** Issues electronic receipts from now on. The certificate is made here, so that the repository holds no key. */
export async function fillElectronicReceipts(demo: ElectronicDemo, products: readonly number[]): Promise<void> {
  const { admin, upload, dgii } = demo
  const validUntil = new Date(Date.now() + 365 * 24 * 3_600_000)
  await upload(makeCertificateFile({ subject: 'ALTAGRACIA PEÑA', validUntil }))
  for (const range of ranges) await admin('fiscal.create-range', range)
  await admin('fiscal.set-settings', { mode: 'electronic' })
  const { items: clients } = await admin('clients.list')
  const sell = async (at: number, receipt?: { tax_id: string; legal_name: string }): Promise<string> => {
    const { fiscal } = await admin('sales.create', {
      id_client: clients[at]?.id ?? 0,
      items: [{ id_product: products[at] ?? 0, quantity: 1 }],
      ...(receipt && { receipt: { type: 'credit', ...receipt } }),
    })
    return fiscal?.ncf ?? ''
  }
  const accepted = [await sell(0), await sell(1, { tax_id: '101850043', legal_name: 'Constructora Higüey SRL' })]
  for (const ncf of accepted) await waitFor(admin, ncf, isDecided)
  const { settings } = dgii.faults
  dgii.faults.settings = { ...settings, rejectFree: 1 }
  await waitFor(admin, await sell(2, { tax_id: '401506254', legal_name: 'Colegio Máximo SRL' }), isDecided)
  dgii.faults.settings = { ...settings, error: 1 }
  const waiting = await sell(3)
  await waitFor(admin, waiting, ({ last_answer }) => last_answer !== null)
  await delay(demo, waiting)
  dgii.faults.settings = settings
  await fillReceivedDocuments(demo)
}

const isDecided = ({ status }: FiscalDocument): boolean => status !== 'signed' && status !== 'sent'
const timeoutMs = 60_000

/** Gives up after a minute, since the demo works in any case. */
async function waitFor(admin: ApiCaller, ncf: string, isReached: (document: FiscalDocument) => boolean): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(500))
    if (isReached(await admin('fiscal-documents.read', undefined, { ncf }))) return
}

/** Makes a document wait for a day, as if DGII had been away for some time. */
async function delay({ database, gym }: ElectronicDemo, ncf: string): Promise<void> {
  await database.write({ gym, user: null }, (tx) =>
    tx.run(sql`
      update electronic_receipts set attempts = 6, next_attempt_at = now() + interval '1 day' where gym_id = ${gym} and ncf = ${ncf}`),
  )
}

const makeLine = (description: string, kind: ReceiptLine['kind'], total: string): ReceiptLine => ({
  description,
  kind,
  quantity: '1',
  unitPrice: total,
  discount: '0.00',
  taxClass: '18',
  total,
})

/** Invented suppliers, whose numbers have wrong check digits, so that no company has them. */
const received = [
  {
    taxId: '100000001',
    legalName: 'Inmobiliaria Yuna',
    lines: [makeLine('Alquiler del local', 'service', '59000.00')],
  },
  {
    taxId: '100000002',
    legalName: 'Eléctrica del Norte',
    lines: [makeLine('Energía eléctrica', 'service', '11800.00')],
  },
  {
    taxId: '100000004',
    legalName: 'Suplidora Ozama SRL',
    lines: [makeLine('Agua 500 ml, caja de 24', 'good', '472.00'), makeLine('Bebida isotónica', 'good', '1180.00')],
  },
]

/** Stores what suppliers would have sent; the demo has no https address at which they could. */
async function fillReceivedDocuments({ database, gym }: ElectronicDemo): Promise<void> {
  const now = new Date()
  const today = toLocalDay(defaultTimeZone, now)
  const { content, password } = makeCertificateFile({ subject: 'PROVEEDOR' })
  const certificate = parseCertificateFile(content, password)
  for (const [at, { taxId, legalName, lines }] of received.entries()) {
    const ncf = `E31${String(at + 41).padStart(10, '0')}`
    const issuedOn = addDays(today, -at)
    const totals = sumTaxedLines(lines.map(({ taxClass, total }) => makeTaxedLine(taxClass, total)))
    const places = { tradeName: null, branch: null, municipalityCode: null, provinceCode: null }
    const xml = makeReceiptXml({
      ncf,
      expiresOn: addDays(today, 365),
      issuedOn,
      signedAt: now,
      internalNumber: null,
      issuer: { taxId, legalName, address: 'Santo Domingo', ...places },
      buyer: { taxId: demoTaxId, foreignId: null, legalName: 'Gimnasio Quisqueya SRL' },
      lines,
      totals,
      payment: { terms: 'paid', dueOn: null, forms: [{ form: 'transfer', amount: totals.total }] },
      reference: null,
    })
    const acknowledgement = makeAcknowledgementXml({ ncf, issuerTaxId: taxId, buyerTaxId: demoTaxId }, null, now)
    await database.write({ gym, user: null }, (tx) =>
      tx.run(sql`
        insert into received_documents (gym_id, ncf, environment, tax_id, legal_name, issued_on, total, tax_total, xml, acknowledgement, received_at)
        values (${gym}, ${ncf}, 'test', ${taxId}, ${legalName}, ${issuedOn}, ${totals.total}, ${totals.tax_total}, ${signXml(xml, certificate)},
          ${signXml(acknowledgement, certificate)}, ${now})`),
    )
  }
}

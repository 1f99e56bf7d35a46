// Identity and ranges of gyms with fiscal receipts.
import type { CarrierAnswer, ElectronicDocumentStatus } from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { type CertificateFile, makeCertificateFile } from '@torniquete/dgii-stand-in/make-certificate.ts'
import { listViolations } from '../fiscal/do/ecf/validate-document.ts'
import { replaceContingencyReceipts } from '../fiscal/electronic/replace-contingency-receipts.ts'
import { SigningCertificateStore } from '../fiscal/electronic/signing-certificates.ts'
import { loadSealers } from '../platform/crypto/sealing-key.ts'
import { sql } from '../platform/db/sql.ts'
import type { Caller } from './api-caller.ts'
import type { TestGym } from './factories.ts'
import { makeMultipartBody, type RawCallInput, sendRawCall } from './raw-call.ts'
import type { TestApp } from './test-app.ts'
import { verifySignature } from './verify-signature.ts'

export const fiscalIdentity = { country: 'DO', tax_id: '131246796', legal_name: 'Gimnasio de Prueba SRL' }

let lastNumber = 0

/** RNC of the gyms of a test file. */
export const testGymTaxId = String(100_000_000 + process.pid)

/** Numbers of a range that no other gym has. */
export function makeUniqueNumberRange(type: string, count: number) {
  const from = lastNumber + 1
  lastNumber += count
  const show = (number: number) => `${type}${String(number).padStart(type.startsWith('B') ? 8 : 10, '0')}`
  return { type, from: show(from), to: show(lastNumber) }
}

/** Switches fiscal receipts on and registers a range. */
export async function makeFiscalRange(admin: Caller, type = 'B02', count = 1000) {
  await admin.call('fiscal.set-settings', { body: { ...fiscalIdentity, tax_id: testGymTaxId } })
  return admin.call('fiscal.create-range', { body: makeUniqueNumberRange(type, count) })
}

let certificateFile: CertificateFile | undefined

/** Form that uploads a certificate, by default a valid one that all gyms of a test file share. */
export function makeCertificateUpload(file?: CertificateFile): NonNullable<RawCallInput['payload']> {
  certificateFile ??= makeCertificateFile()
  const { content, password } = file ?? certificateFile
  return makeMultipartBody(content, { filename: 'firma.p12', fields: { password } })
}

/** Uploads a certificate, registers ranges and issues electronic receipts from then on. */
export async function switchToElectronicReceipts(admin: Caller, file?: CertificateFile): Promise<void> {
  await admin.call('fiscal.set-settings', { body: { ...fiscalIdentity, tax_id: testGymTaxId } })
  await sendRawCall(admin.app, admin.token, 'fiscal.upload-certificate', { payload: makeCertificateUpload(file) })
  for (const type of ['E31', 'E32', 'E34'])
    await admin.call('fiscal.create-range', { body: makeUniqueNumberRange(type, 1_000_000) })
  const body = { mode: 'electronic', address: 'Calle El Sol 12', province: 'Santiago', municipality: 'Santiago' }
  await admin.call('fiscal.set-settings', { body })
}

/** Signed XML of a receipt. Fails unless it is valid and unchanged since it was signed. */
export async function readSignedXml({ app, token }: Caller, ncf = ''): Promise<string> {
  const { text } = await sendRawCall(app, token, 'fiscal-documents.xml', { params: { ncf } })
  const violations = listViolations(text)
  if (violations.length > 0) throw new Error(`${ncf} is invalid: ${JSON.stringify(violations)}`)
  if (!verifySignature(text)) throw new Error(`the signature of ${ncf} does not hold`)
  return text
}

/** Records what the tax office answered about a document. */
export function setElectronicDocumentStatus(
  gym: TestGym,
  ncf = '',
  { status, is_number_used = null }: { status: ElectronicDocumentStatus; is_number_used?: boolean | null },
) {
  const answer: CarrierAnswer = { at: new Date().toISOString(), text: 'Respuesta', messages: [], is_number_used }
  return gym.rows(sql`
    update electronic_receipts set status = ${status}, track_id = 'T-1', answer = ${answer}, next_attempt_at = null
    where gym_id = ${gym.gym.id} and ncf = ${ncf}`)
}

/** Runs the job that replaces receipts of series B after a contingency. */
export async function runContingencyReplacement({ database, dataDir, clock, app: { log } }: TestApp): Promise<void> {
  const { certificates } = await loadSealers({ BIOMETRICS_KEY: undefined, dataDir }, database)
  const services = { certificates: new SigningCertificateStore(certificates), clock: clock.now, log }
  await replaceContingencyReceipts(database, services)
}

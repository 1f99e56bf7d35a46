// Gyms whose documents are sent to the stand-in of DGII, and documents that are stored as if they had been booked.
import { readConfig } from '../config.ts'
import type { SigningCertificate } from '../fiscal/do/ecf/certificate.ts'
import { type ElectronicReceipt, makeReceiptXml } from '../fiscal/do/ecf/document.ts'
import { makeQrAddress } from '../fiscal/do/ecf/qr.ts'
import { getSecurityCode, signXml } from '../fiscal/do/ecf/signature.ts'
import { isSentAsSummary } from '../fiscal/do/ecf/summary.ts'
import { SigningCertificateStore, toStoredCertificate } from '../fiscal/electronic/signing-certificates.ts'
import { loadSealers } from '../platform/crypto/sealing-key.ts'
import { queryAsOwner, runAsTableOwner } from './database-digest.ts'
import { makeReceipt, sampleBuyer } from './electronic-receipts.ts'
import { makeGym, type TestGym } from './factories.ts'
import { fiscalIdentity } from './fiscal-samples.ts'
import { makeSigningCertificate } from './signing-certificate.ts'
import type { TestApp } from './test-app.ts'

let signing: SigningCertificate | undefined
let gyms = 0

export interface Issuer {
  /** Id of the gym. */
  id: number
  taxId: string
  certificate: SigningCertificate
}

export interface ElectronicReceiptTestGym extends TestGym {
  issuer: Issuer
}

/** Certificates as a server of the test app opens them. */
export async function openSigningCertificates({ database, dataDir }: Pick<TestApp, 'database' | 'dataDir'>) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  return new SigningCertificateStore((await loadSealers(config, database)).certificates)
}

/** A gym with an RNC of its own. All gyms share one certificate, since making one takes long. */
export async function makeElectronicReceiptGym(test: TestApp): Promise<ElectronicReceiptTestGym> {
  signing ??= makeSigningCertificate()
  const certificate = signing
  const gym = await makeGym(test)
  const taxId = makeUniqueTaxId()
  await gym.admin.call('fiscal.set-settings', { body: { ...fiscalIdentity, tax_id: taxId } })
  const issuer = { id: gym.gym.id, taxId, certificate }
  await storeCertificate(test, issuer)
  return { ...gym, issuer }
}

export const makeUniqueTaxId = (): string => {
  gyms += 1
  return String(200_000_000 + gyms)
}

export async function storeCertificate(
  test: Pick<TestApp, 'database' | 'dataDir'>,
  { id, certificate }: Issuer,
): Promise<void> {
  const certificates = await openSigningCertificates(test)
  const stored = toStoredCertificate(certificate)
  await test.database.write({ gym: id, user: null }, (tx) =>
    certificates.insert(tx, id, { ...certificate, stored, now: new Date() }),
  )
}

export interface ElectronicDocumentSample {
  /** `E31`, `E32`, or `E34` with the number that it modifies. */
  ncf: string
  modifies?: string
  changes?: Partial<ElectronicReceipt>
}

export interface StoredElectronicDocument {
  ncf: string
  modifies: string | null
  xml: string
}

/** Stores signed documents without sales: constraints and triggers are off meanwhile. */
export async function storeSignedDocuments(
  test: Pick<TestApp, 'database'>,
  issuer: Issuer,
  samples: ElectronicDocumentSample[],
  signedAt: Date,
): Promise<StoredElectronicDocument[]> {
  const documents = samples.map((sample) => signSample(issuer, sample, signedAt))
  await runAsTableOwner(test, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query(
      `with given as (select * from json_to_recordset($1) as x(ncf text, modifies text, xml text, code text, qr text, "isSummary" boolean, total numeric)),
       receipts as (
         insert into fiscal_receipts (gym_id, type, ncf, environment, id_sale, id_void, modified_ncf, modified_on, issued_at, exempt, tax_total, total, taxed)
         select $2, left(ncf, 3), ncf, 'test', 1, case when modifies is not null then substr(ncf, 4)::bigint end, modifies,
           case when modifies is not null then $3::timestamptz::date end, $3, 0, 0, total, '[]' from given returning id, ncf)
       insert into electronic_receipts (gym_id, id_receipt, ncf, xml, security_code, signed_at, qr, is_summary, next_attempt_at)
       select $2, r.id, ncf, xml, code, $3, qr, "isSummary", $3 from given join receipts r using (ncf) order by ncf like 'E34%', ncf`,
      [JSON.stringify(documents), issuer.id, signedAt],
    )
  })
  return documents
}

/** Signs rejected documents whose numbers are free again, as people do. Returns the new documents. */
export async function reissueRejectedDocuments(
  test: Pick<TestApp, 'database'>,
  issuer: Issuer,
  signedAt: Date,
): Promise<StoredElectronicDocument[]> {
  const { rows } = await queryAsOwner<{ ncf: string; modifies: string | null }>(
    test,
    `select e.ncf, r.modified_ncf as modifies
     from (select distinct on (id_receipt) * from electronic_receipts where gym_id = $1 order by id_receipt, id desc) e
       join fiscal_receipts r on r.gym_id = e.gym_id and r.id = e.id_receipt
     where e.status = 'rejected' and e.answer ->> 'is_number_used' = 'false'`,
    [issuer.id],
  )
  const documents = rows.map(({ ncf, modifies }) =>
    signSample(issuer, { ncf, ...(modifies && { modifies }) }, signedAt),
  )
  await queryAsOwner(
    test,
    `insert into electronic_receipts (gym_id, id_receipt, ncf, xml, security_code, signed_at, qr, is_summary, next_attempt_at)
     select r.gym_id, r.id, x.ncf, xml, code, $3, qr, "isSummary", $3
     from json_to_recordset($1) as x(ncf text, xml text, code text, qr text, "isSummary" boolean)
       join fiscal_receipts r on r.gym_id = $2 and r.ncf = x.ncf`,
    [JSON.stringify(documents), issuer.id, signedAt],
  )
  return documents
}

function signSample(
  { taxId, certificate }: Issuer,
  { ncf, modifies, changes }: ElectronicDocumentSample,
  signedAt: Date,
) {
  const base = makeReceipt()
  const receipt = makeReceipt({
    ncf,
    signedAt,
    issuer: { ...base.issuer, taxId },
    ...(ncf.startsWith('E31') ? { buyer: sampleBuyer, expiresOn: '2027-12-31' } : {}),
    ...(modifies ? { reference: { ncf: modifies, date: base.issuedOn, code: 1, reason: null } } : {}),
    ...changes,
  })
  const xml = signXml(makeReceiptXml(receipt), certificate)
  const code = getSecurityCode(xml)
  return {
    ncf,
    modifies: modifies ?? null,
    xml,
    code,
    qr: makeQrAddress(receipt, 'test', code),
    isSummary: isSentAsSummary(receipt),
    total: receipt.totals.total,
  }
}

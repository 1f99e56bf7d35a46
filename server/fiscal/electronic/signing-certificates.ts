// Certificates that sign the electronic receipts of gyms. The database stores them with their private keys, sealed.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import { LRUCache } from 'lru-cache'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SigningCertificate } from '../do/ecf/certificate.ts'

/** Base64 of the private key (PKCS#8) and of the certificate, both DER. */
export interface StoredCertificate {
  key: string
  certificate: string
}

export const toStoredCertificate = ({ key, certificate }: SigningCertificate): StoredCertificate => ({
  key: key.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  certificate: certificate.raw.toString('base64'),
})

/** Context for encryption: the certificate of one gym cannot be opened as that of another gym. */
const formatSealContext = (gym: number): string => `certificate ${gym}`

interface CertificateRow {
  subject: string
  valid_until: string
  sealed: Buffer
}

export class SigningCertificateStore {
  readonly seal: Sealer
  /** Opened certificates by gym and row. Rows never change. */
  readonly #opened = new LRUCache<string, SigningCertificate>({ max: 1000 })

  constructor(seal: Sealer) {
    this.seal = seal
  }

  async insert(
    tx: Transaction,
    gym: number,
    { subject, validUntil, stored, now }: { subject: string; validUntil: Date; stored: StoredCertificate; now: Date },
  ): Promise<void> {
    const sealed = this.seal.close(Buffer.from(JSON.stringify(stored)), formatSealContext(gym))
    await tx.run(sql`
      insert into fiscal_certificates (gym_id, subject, valid_until, sealed, key_name, uploaded_at)
      values (${gym}, ${subject}, ${validUntil}, ${sealed}, ${this.seal.keyName}, ${now})`)
  }

  /** Opens the newest certificate of a gym. Fails if there is none, another key sealed it, or it has expired. */
  async find(tx: Transaction, gym: number, now: Date): Promise<SigningCertificate> {
    const newest = await tx.maybe<{ id: number }>(sql`
      select id from fiscal_certificates where gym_id = ${gym} order by id desc limit 1`)
    return this.open(tx, gym, newest?.id ?? null, now)
  }

  /** Opens the certificate with an id; fails like `find`. */
  async open(tx: Transaction, gym: number, id: number | null, now: Date): Promise<SigningCertificate> {
    if (id === null) return throwError('fiscal.electronic-not-ready')
    const cacheKey = `${gym} ${id}`
    const opened = this.#opened.get(cacheKey) ?? this.#unseal(gym, await this.#readRow(tx, gym, id))
    this.#opened.set(cacheKey, opened)
    return opened.validUntil > now ? opened : throwError('fiscal.certificate-expired')
  }

  #readRow(tx: Transaction, gym: number, id: number): Promise<CertificateRow> {
    return tx.one(sql`
      select subject, valid_until, sealed from fiscal_certificates where gym_id = ${gym} and id = ${id}`)
  }

  #unseal(gym: number, { subject, valid_until, sealed }: CertificateRow): SigningCertificate {
    const content = this.seal.open(sealed, formatSealContext(gym)) ?? throwError('fiscal.certificate-unreadable')
    const stored = JSON.parse(content.toString()) as StoredCertificate // only `insert` seals this context
    return {
      key: createPrivateKey({ key: Buffer.from(stored.key, 'base64'), format: 'der', type: 'pkcs8' }),
      certificate: new X509Certificate(Buffer.from(stored.certificate, 'base64')),
      subject,
      validUntil: new Date(valid_until),
    }
  }
}

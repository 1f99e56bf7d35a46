// Makes certificates for tests and the demo, so that the repository holds no keys.
import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

export interface CertificateFile {
  /** PKCS#12. */
  content: Buffer
  password: string
}

interface CertificateOptions {
  subject?: string
  password?: string
  validUntil?: Date
  cipher?: '3des' | 'aes256'
}

/** A self-signed certificate with its key, as the authorities send it. */
export function makeCertificateFile(options: CertificateOptions = {}): CertificateFile {
  const {
    subject = 'ANA PÉREZ',
    password = 'clave',
    validUntil = new Date('2030-01-02T03:04:05Z'),
    cipher = '3des',
  } = options
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const key = forge.pki.privateKeyFromPem(privateKey)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date('2026-01-01T00:00:00Z')
  certificate.validity.notAfter = validUntil
  const names = [
    { name: 'countryName', value: 'DO' },
    { name: 'serialNumber', value: '00113918205' },
    { name: 'commonName', value: subject, valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class },
  ]
  certificate.setSubject(names)
  certificate.setIssuer(names)
  certificate.sign(key, forge.md.sha256.create())
  const archive = forge.pkcs12.toPkcs12Asn1(key, [certificate], password, { algorithm: cipher })
  return { content: Buffer.from(forge.asn1.toDer(archive).getBytes(), 'latin1'), password }
}

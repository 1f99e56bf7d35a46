// Reads a person's signing certificate from a PKCS#12 file (.p12). node-forge reads the old ciphers (RC2, 3DES) that
// issuers of certificates still use and that OpenSSL 3 refuses.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

export interface SigningCertificate {
  key: KeyObject
  certificate: X509Certificate
  /** Common name of the holder. */
  subject: string
  validUntil: Date
}

export class UnreadableCertificateError extends Error {
  readonly reason: 'password' | 'format' | 'no-key' | 'not-rsa'

  constructor(reason: UnreadableCertificateError['reason']) {
    super(`certificate file: ${reason}`)
    this.reason = reason
  }
}

/** Throws UnreadableCertificateError. */
export function parseCertificateFile(content: Uint8Array, password: string): SigningCertificate {
  const archive = openArchive(content, password)
  const key = findKey(archive)
  if (!key) throw new UnreadableCertificateError('no-key')
  if (key.asymmetricKeyType !== 'rsa') throw new UnreadableCertificateError('not-rsa')
  // Files also hold the certificates of the issuers.
  const certificate = listCertificates(archive).find((each) => each.checkPrivateKey(key))
  if (!certificate) throw new UnreadableCertificateError('no-key')
  const subject = /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? certificate.subject
  return { key, certificate, subject, validUntil: certificate.validToDate }
}

type Archive = forge.pkcs12.Pkcs12Pfx

/** Ignores bytes after the archive, such as a line break. Cast, as the package's types lack the options. */
const ignoreRest = { parseAllBytes: false } as unknown as boolean

function openArchive(content: Uint8Array, password: string): Archive {
  let asn1: forge.asn1.Asn1
  try {
    asn1 = forge.asn1.fromDer(Buffer.from(content).toString('latin1'), ignoreRest)
  } catch {
    throw new UnreadableCertificateError('format')
  }
  try {
    return forge.pkcs12.pkcs12FromAsn1(asn1, false, password)
  } catch (error) {
    const isWrongPassword = error instanceof Error && /password|MAC/i.test(error.message)
    throw new UnreadableCertificateError(isWrongPassword ? 'password' : 'format')
  }
}

const { keyBag, pkcs8ShroudedKeyBag, certBag } = forge.pki.oids

const listBags = (archive: Archive, type: string | undefined): forge.pkcs12.Bag[] =>
  type === undefined ? [] : (archive.getBags({ bagType: type })[type] ?? [])

function findKey(archive: Archive): KeyObject | null {
  const [bag] = [...listBags(archive, pkcs8ShroudedKeyBag), ...listBags(archive, keyBag)]
  if (!bag) return null
  if (bag.key) return createPrivateKey(forge.pki.privateKeyToPem(bag.key))
  // node-forge knows RSA only, and leaves keys of other kinds undecoded.
  throw new UnreadableCertificateError('not-rsa')
}

const listCertificates = (archive: Archive): X509Certificate[] =>
  listBags(archive, certBag).flatMap(({ cert }) =>
    cert ? [new X509Certificate(forge.pki.certificateToPem(cert))] : [],
  )

// Opens signed XML that others send: its canonical text is verified, and the same text is read, so that no part of it can
// be read that is not signed.
import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { canonicalizeXml } from './canonical-xml.ts'
import { parseXml, type XmlElement } from './parse-xml.ts'
import { addAncestorNamespaces, makeSignedInfo, signatureNamespace } from './signature.ts'

export interface SignedDocument {
  /** Canonical form, with the signature. */
  text: string
  /** Root element, without the signature. */
  root: XmlElement
  /** Null if the signature is missing, is not the only one, does not cover the document, or does not hold. */
  certificate: X509Certificate | null
}

/** Null if the text is not well-formed XML, or has a part that signed documents never have, such as a DTD. */
export function parseSignedDocument(xml: string): SignedDocument | null {
  try {
    const { text, namespaces } = canonicalizeXml(xml)
    const root = parseXml(text)
    if (!root) return null
    const children = root.children.filter(({ tag }) => tag !== 'Signature')
    return { text, root: { ...root, children }, certificate: verifySignature(text, namespaces) }
  } catch {
    return null
  }
}

const signatureStart = `<Signature ${signatureNamespace}>`

/** Text is canonical, so that `<` only begins tags. */
function verifySignature(text: string, namespaces: string[]): X509Certificate | null {
  const start = text.indexOf(signatureStart)
  const end = text.lastIndexOf('</')
  // Another signature could be the one that another program reads.
  if (start < 0 || text.match(/<([^\s<>/:]+:)?Signature[ >]/g)?.length !== 1) return null
  const signature = text.slice(start, end)
  const rest = text.slice(0, start) + text.slice(end)
  // A signature that is not the last child of the root leaves two broken parts.
  const parts = parseXml(signature)?.children.map(({ tag }) => tag)
  if (!parseXml(rest) || parts?.join(' ') !== 'SignedInfo SignatureValue KeyInfo') return null
  const signedInfo = /^<SignedInfo>.*?<\/SignedInfo>/s.exec(signature.slice(signatureStart.length))?.[0] ?? ''
  const digest = createHash('sha256').update(rest).digest('base64')
  const expected = [makeSignedInfo(digest), makeSignedInfo(digest, { repeatsMethod: true })]
  if (!expected.includes(signedInfo)) return null
  const certificate = readCertificate(signature)
  const value = Buffer.from(readBase64(signature, 'SignatureValue'), 'base64')
  if (!certificate || !isStrongKey(certificate.publicKey)) return null
  const signed = Buffer.from(addAncestorNamespaces(signedInfo, namespaces))
  return verify('RSA-SHA256', signed, certificate.publicKey, value) ? certificate : null
}

/** First text of a tag. Some programs break base64 into lines. */
const readBase64 = (signature: string, tag: string): string =>
  (new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(signature)?.[1] ?? '').replaceAll('&#xD;', '')

function readCertificate(signature: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(readBase64(signature, 'X509Certificate'), 'base64'))
  } catch {
    return null
  }
}

const isStrongKey = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean => {
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  return asymmetricKeyType === 'rsa' && bits >= 2048 && bits <= 8192
}

export const isCertificateDateValid = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate

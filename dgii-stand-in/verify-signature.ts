// Verifies the enveloped signature of a document: RSA-SHA256 over the canonical form of everything else.
import { createHash, verify, X509Certificate } from 'node:crypto'
import { canonicalizeXml } from '../server/fiscal/do/ecf/canonical-xml.ts'

/** Certificate of the signer; null if the signature is missing, or document or signature were changed. */
export function verifySignature(xml: string): X509Certificate | null {
  const signature = /<Signature .*<\/Signature>/s.exec(xml)?.[0] ?? ''
  const read = (tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(signature)?.[1] ?? ''
  const [signedInfo = '', content = ''] = /<SignedInfo>(.*)<\/SignedInfo>/s.exec(signature) ?? []
  if (signedInfo === '') return null
  try {
    const { text, namespaces } = canonicalizeXml(xml.replace(signature, ''))
    if (createHash('sha256').update(text).digest('base64') !== read('DigestValue')) return null
    const scope = ['xmlns="http://www.w3.org/2000/09/xmldsig#"', ...namespaces.filter((each) => /^xmlns:/.test(each))]
    const signed = canonicalizeXml(`<SignedInfo ${scope.join(' ')}>${content}</SignedInfo>`).text
    const certificate = new X509Certificate(Buffer.from(read('X509Certificate'), 'base64'))
    const value = Buffer.from(read('SignatureValue'), 'base64')
    return verify('RSA-SHA256', Buffer.from(signed), certificate.publicKey, value) ? certificate : null
  } catch {
    return null
  }
}

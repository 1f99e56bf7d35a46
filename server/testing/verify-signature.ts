// Verifies enveloped XML signatures with xml-crypto, which shares no code with the signing.
import { X509Certificate } from 'node:crypto'
import { SignedXml } from 'xml-crypto'

/** Certificate of the signature; null if the document or the signature was changed, or not the whole is signed. */
export function verifySignature(xml: string): X509Certificate | null {
  const [signature, base64] = /<Signature .*<X509Certificate>(.*)<\/X509Certificate>.*<\/Signature>/s.exec(xml) ?? []
  if (signature === undefined || base64 === undefined) return null
  const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
  const verifier = new SignedXml({ publicCert: certificate.toString(), getCertFromKeyInfo: () => null })
  try {
    verifier.loadSignature(signature)
    const isUnchanged = verifier.checkSignature(xml)
    const [signed, ...others] = verifier.getSignedReferences()
    const root = /<(\w+)[ >]/.exec(xml)?.[1]
    return isUnchanged && others.length === 0 && signed?.startsWith(`<${root}`) ? certificate : null
  } catch {
    return null
  }
}

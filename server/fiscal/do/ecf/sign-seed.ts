import type { SigningCertificate } from './certificate.ts'
import { parseXml } from './parse-xml.ts'
import { signXml } from './signature.ts'

/** Signs the seed of another program; null for any other text, so that no caller gets the signature of a receipt. */
export function signSeed(xml: string, certificate: SigningCertificate): string | null {
  if (parseXml(xml)?.tag !== 'SemillaModel') return null
  try {
    return signXml(xml, certificate)
  } catch {
    return null
  }
}

import { makeCertificateFile } from '@torniquete/dgii-stand-in/make-certificate.ts'
import { parseCertificateFile, type SigningCertificate } from '../fiscal/do/ecf/certificate.ts'

export function makeSigningCertificate(): SigningCertificate {
  const { content, password } = makeCertificateFile()
  return parseCertificateFile(content, password)
}

// Worker thread started by `certificate-upload.ts`: reads one certificate file and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { parseCertificateFile, type SigningCertificate, UnreadableCertificateError } from '../do/ecf/certificate.ts'
import { type StoredCertificate, toStoredCertificate } from './signing-certificates.ts'

export type CertificateReadResult =
  | (Pick<SigningCertificate, 'subject' | 'validUntil'> & { stored: StoredCertificate })
  | { reason: UnreadableCertificateError['reason'] }

function read({ content, password }: { content: Uint8Array; password: string }): CertificateReadResult {
  try {
    const certificate = parseCertificateFile(content, password)
    const { subject, validUntil } = certificate
    return { subject, validUntil, stored: toStoredCertificate(certificate) }
  } catch (error) {
    if (error instanceof UnreadableCertificateError) return { reason: error.reason }
    throw error
  }
}

parentPort?.postMessage(read(workerData))

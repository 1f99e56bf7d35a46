// Worker thread started by `certificate-upload.ts`: reads one certificate file and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { readCertificateFile, type SigningCertificate, UnreadableCertificate } from '../do/ecf/certificate.ts'
import { exportCertificate, type StoredCertificate } from './signing-certificates.ts'

export type CertificateReading =
  | (Pick<SigningCertificate, 'subject' | 'validUntil'> & { stored: StoredCertificate })
  | { reason: UnreadableCertificate['reason'] }

function read({ content, password }: { content: Uint8Array; password: string }): CertificateReading {
  try {
    const certificate = readCertificateFile(content, password)
    const { subject, validUntil } = certificate
    return { subject, validUntil, stored: exportCertificate(certificate) }
  } catch (error) {
    if (error instanceof UnreadableCertificate) return { reason: error.reason }
    throw error
  }
}

parentPort?.postMessage(read(workerData))

// Stores the certificate file (.p12) that signs a gym's electronic receipts.
import { createHash } from 'node:crypto'
import { NamedError, throwError, throwFieldRejection } from '@torniquete/contract/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { OwnTransactionHandlers } from '../../platform/http/handler-types.ts'
import { missingFileError, requireMultipart } from '../../platform/http/parse-request.ts'
import { runWorkerThread } from '../../platform/run-worker.ts'
import type { Services } from '../../services.ts'
import type { CertificateReadResult } from './read-certificate-worker.ts'

/** Files of the Dominican authorities have 5 to 10 kB. */
const maxFileBytes = 200_000

const workerProgram = new URL('./read-certificate-worker.ts', import.meta.url)

const unreadableText = 'Ese archivo no es un certificado de firma (.p12) con su clave'
const fieldTexts = {
  password: ['password', 'La contraseña del certificado no es correcta'],
  format: ['file', unreadableText],
  'no-key': ['file', unreadableText],
  'not-rsa': ['file', unreadableText],
} as const

async function readUpload(request: FastifyRequest): Promise<{ content: Buffer; password: string }> {
  requireMultipart(request)
  let content: Buffer | null = null
  let password = ''
  for await (const part of request.parts({ limits: { fileSize: maxFileBytes } })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer().catch(() => throwFieldRejection(['body', 'file'], unreadableText))
      if (part.fieldname === 'file') content = bytes
    } else if (part.fieldname === 'password') password = String(part.value)
  }
  if (!content || content.length === 0) throw missingFileError
  return { content, password }
}

export const certificateUploadHandlers = ({
  certificates,
}: Pick<Services, 'certificates'>): Pick<OwnTransactionHandlers, 'fiscal.upload-certificate'> => ({
  'fiscal.upload-certificate': async ({ request, gym, country, clock, write }) => {
    if (country === 'none') throwError('fiscal.off')
    const upload = await readUpload(request)
    const reading = await runWorkerThread<CertificateReadResult>(workerProgram, upload).catch((error: unknown) => {
      // The worker exceeded its limits.
      if (error instanceof NamedError) return { reason: 'format' } as const
      throw error
    })
    if ('reason' in reading) {
      const [field, text] = fieldTexts[reading.reason]
      return throwFieldRejection(['body', field], text)
    }
    const now = clock()
    if (reading.validUntil <= now) throwFieldRejection(['body', 'file'], 'Ese certificado ya venció')
    const digest = createHash('sha256').update(upload.content).digest('base64url')
    const { answer } = await write(async (tx) => {
      await certificates.insert(tx, gym, { ...reading, now })
      return { subject: reading.subject, valid_until: reading.validUntil.toISOString() }
    }, digest)
    return answer
  },
})

// Receives delivery reports from WhatsApp, which are signed with the app secret and may be repeated or out of order.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { GymMessengerProvider } from './gym-messengers.ts'
import { describeDeliveryFailure, parseJson } from './whatsapp-errors.ts'

export interface DeliveryReport {
  providerId: string
  key: string | null
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: Date
  /** Spanish reason of a failure; null for other states. */
  reason: string | null
}

interface WebhookServices {
  channels: Pick<GymMessengerProvider, 'readWebhookSecrets'>
  /**
   * Stores a status. It may be called with the same or an older status again. If it rejects, Meta repeats the report.
   */
  onStatus: (status: DeliveryReport) => Promise<void>
}

const address = '/webhooks/whatsapp'
/** Meta batches reports in bodies up to 3 MB. */
const bodyLimit = 4 * 1024 * 1024

const Status = z.object({
  id: z.string().min(1).max(500),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: z.coerce.number().int().positive().max(4_102_444_800),
  biz_opaque_callback_data: z.string().max(512).optional(),
  errors: z.array(z.object({ code: z.number().optional(), title: z.string().optional() })).optional(),
})
const Notice = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            metadata: z.object({ phone_number_id: z.string().optional() }).optional(),
            statuses: z.array(z.unknown()).optional(),
          }),
        }),
      ),
    }),
  ),
})

/**
 * Serves one path for the installation (gym 0) and one for each gym with its own number; none without an app secret.
 */
export function serveWhatsappWebhook(server: FastifyInstance, { channels, onStatus }: WebhookServices): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is not parsed as JSON first, because the signature covers its raw bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))
    // Requests for unknown numbers are refused before their body is read.
    scope.addHook('onRequest', async (request, reply) => {
      if (!(await channels.readWebhookSecrets(readGymId(request)))) return reply.callNotFound()
    })
    for (const url of [address, `${address}/:gym`]) {
      scope.get(url, async (request, reply) => {
        const secrets = await channels.readWebhookSecrets(readGymId(request))
        if (!secrets) return reply.callNotFound()
        const query = z.record(z.string(), z.unknown()).parse(request.query)
        const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
        reply.type('text/plain; charset=utf-8')
        if (mode !== 'subscribe' || typeof token !== 'string' || !isSameText(token, secrets.verifyToken))
          return reply.code(403).send('El token de verificación no coincide.')
        return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : reply.code(400).send('')
      })
      scope.post(url, async (request, reply) => {
        const gym = readGymId(request)
        const secrets = await channels.readWebhookSecrets(gym)
        if (!secrets) return reply.callNotFound()
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const signature = String(request.headers['x-hub-signature-256'] ?? '')
        const expected = `sha256=${createHmac('sha256', secrets.appSecret).update(body).digest('hex')}`
        if (!isSameText(signature, expected)) return reply.code(401).send({ detail: 'La firma no coincide.' })
        const statuses = read(body, secrets.phoneId)
        if (!statuses) return reply.code(400).send({ detail: 'No se entiende el cuerpo.' })
        // The signature of a gym proves only reports about messages of the same gym.
        const own = statuses.filter(({ key }) => gym === 0 || key?.startsWith(`${gym}-`))
        for (const status of own) await onStatus(status)
        return { status: 'ok' }
      })
    }
  })
}

const readGymId = ({ params }: FastifyRequest): number => {
  const { gym = '0' } = params as { gym?: string } // the installation's path has no gym id
  return /^\d{1,9}$/.test(gym) ? Number(gym) : -1
}

/** Compares in constant time, so that response times reveal nothing about the secret. */
function isSameText(given: string, expected: string): boolean {
  const hash = (text: string) => createHmac('sha256', 'comparison').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

function read(body: Buffer, phoneId: string): DeliveryReport[] | null {
  const notice = Notice.safeParse(parseJson(body.toString('utf8')))
  if (!notice.success) return null
  return notice.data.entry
    .flatMap((entry) => entry.changes)
    .filter(({ value: { metadata } }) => !metadata?.phone_number_id || metadata.phone_number_id === phoneId)
    .flatMap(({ value }) => value.statuses ?? [])
    .flatMap((each) => {
      const status = Status.safeParse(each)
      return status.success ? [deliveryStatus(status.data)] : []
    })
}

function deliveryStatus(status: z.output<typeof Status>): DeliveryReport {
  const [error] = status.errors ?? []
  return {
    providerId: status.id,
    key: status.biz_opaque_callback_data ?? null,
    status: status.status,
    at: new Date(status.timestamp * 1000),
    reason: status.status === 'failed' ? describeDeliveryFailure(error?.code ?? null, error?.title ?? '') : null,
  }
}

// Where Meta tells what became of WhatsApp messages: signed with the app's secret, repeated and out of order at times.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { failureReason } from './whatsapp-errors.ts'

export interface DeliveryStatus {
  /** Meta's own id of the message. */
  providerId: string
  /** Ours, where it came back. */
  key: string | null
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: Date
  /** In Spanish; null unless it failed. */
  reason: string | null
}

interface Serving {
  config: Config
  /** May be called with the same twice, and with an older one after a newer one. Where it fails, Meta tells again. */
  onStatus: (status: DeliveryStatus) => Promise<void>
}

const address = '/webhooks/whatsapp'
/** Meta gathers notices in bodies up to 3 MB. */
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

/** Serves nothing where the installation has no secret to check signatures by. */
export function serveWhatsappWebhook(server: FastifyInstance, { config, onStatus }: Serving): void {
  const { WHATSAPP_APP_SECRET: secret, WHATSAPP_VERIFY_TOKEN: verifyToken } = config
  if (!secret || !verifyToken) return
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature is of the bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))
    scope.get(address, async (request, reply) => {
      const query = z.record(z.string(), z.unknown()).parse(request.query)
      const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
      reply.type('text/plain; charset=utf-8')
      if (mode !== 'subscribe' || typeof token !== 'string' || !sameText(token, verifyToken))
        return reply.code(403).send('El token de verificación no coincide.')
      return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : reply.code(400).send('')
    })
    scope.post(address, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = String(request.headers['x-hub-signature-256'] ?? '')
      const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
      if (!sameText(signature, expected)) return reply.code(401).send({ detail: 'La firma no coincide.' })
      const statuses = read(body, config.WHATSAPP_PHONE_ID)
      if (!statuses) return reply.code(400).send({ detail: 'No se entiende el cuerpo.' })
      for (const status of statuses) await onStatus(status)
      return { status: 'ok' }
    })
  })
}

/** Takes as long for a text that is nearly right as for any other. */
function sameText(given: string, expected: string): boolean {
  const hash = (text: string) => createHmac('sha256', 'comparison').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

/** The statuses of our own number; null where the body is no notice. What is not known is passed over. */
function read(body: Buffer, phoneId: string | undefined): DeliveryStatus[] | null {
  const notice = Notice.safeParse(parsed(body))
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

function deliveryStatus(status: z.output<typeof Status>): DeliveryStatus {
  const [error] = status.errors ?? []
  return {
    providerId: status.id,
    key: status.biz_opaque_callback_data ?? null,
    status: status.status,
    at: new Date(status.timestamp * 1000),
    reason: status.status === 'failed' ? failureReason(error?.code ?? null, error?.title ?? '') : null,
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

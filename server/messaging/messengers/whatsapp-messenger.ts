// WhatsApp Business Cloud: `POST {url}/{phone id}/messages` of the Graph API, always with a template.

import { z } from 'zod'
import {
  type ErrorTextOptions,
  type Messenger,
  minutesToMs,
  type OutgoingMessage,
  type SendOutcome,
} from './messenger.ts'
import { parseJson, toFailedWhatsappOutcome } from './whatsapp-errors.ts'

// Language of the templates; docs/messages.md lists those that the Meta account must contain.
export const whatsappTemplateLanguage = 'es'
export const whatsappTemplates: Record<OutgoingMessage['template'], { name: string; body: string }> = {
  aviso: {
    name: 'torniquete_aviso',
    body: 'Aviso de tu gimnasio sobre tu membresía:\n\n{{1}}\n\nSi tienes alguna pregunta, consulta en recepción.',
  },
  informe: {
    name: 'torniquete_informe',
    body: 'Informe diario de tu gimnasio:\n\n{{1}}\n\nEl detalle está en Torniquete, en el informe del día.',
  },
}

/** Meta's limit in characters for a template body with its parameter inserted. */
const longestBody = 1024

/** Parameters may not contain line breaks, tabs or runs of spaces, so the lines of a report are joined by dots. */
function formatParameter({ template, text }: Pick<OutgoingMessage, 'template' | 'text'>): string {
  const lines = text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  const flat = lines.join(template === 'informe' ? ' · ' : ' ')
  const room = longestBody - whatsappTemplates[template].body.length
  if (flat.length <= room) return flat
  let cut = ''
  for (const character of flat) {
    if (cut.length + character.length > room - 1) break
    cut += character
  }
  return `${cut.trimEnd()}…`
}

interface WhatsappSettings {
  /** URL of the Graph API with its version: `https://graph.facebook.com/v23.0`. */
  url: string
  token: string
  phoneId: string
  timeoutMs?: number
  turns?: string
  telling?: ErrorTextOptions
}

/** Messages per second: Meta accepts 80 from a number, and 20 if the number is also used in the app. */
const perSecond = 20
const maxAnswerBytes = 64 * 1024
const maxRetryAfterMs = minutesToMs(360)

/**
 * Outcome if the message may have been delivered: the webhook reports within minutes, a retry could deliver it twice.
 */
const makeUnknownOutcome = (reason: string): SendOutcome => ({
  kind: 'retry',
  reason,
  after: minutesToMs(10),
  unsure: true,
})
const unreachable = 'No hay conexión con WhatsApp'
/** Errors before a connection was established, so the message was certainly not sent. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const AcceptedAnswer = z.object({ messages: z.array(z.object({ id: z.string().max(500) })).min(1) })
const RefusedAnswer = z.object({
  error: z.object({
    code: z.number().optional(),
    message: z.string().optional(),
    error_data: z.object({ details: z.string().optional() }).optional().catch(undefined),
  }),
})

export function openWhatsappMessenger(settings: WhatsappSettings): Messenger {
  const closed = new AbortController()
  return {
    channel: 'whatsapp',
    turns: settings.turns ?? 'whatsapp',
    from: settings.phoneId,
    perSecond,
    send: (message, signal) => send(settings, message, AbortSignal.any([signal, closed.signal])),
    close: () => closed.abort(),
  }
}

async function send(settings: WhatsappSettings, message: OutgoingMessage, stopped: AbortSignal): Promise<SendOutcome> {
  if (stopped.aborted) return { kind: 'retry', reason: 'El envío se interrumpió' }
  const late = AbortSignal.timeout(settings.timeoutMs ?? 15_000)
  try {
    const response = await fetch(`${settings.url}/${settings.phoneId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(makeBody(message)),
      // Redirects are not followed, because they would send the token to another server.
      redirect: 'manual',
      signal: AbortSignal.any([stopped, late]),
    })
    return read(response, await readText(response), settings.telling?.includeVariableNames ?? true)
  } catch (error) {
    if (stopped.aborted) return makeUnknownOutcome('El envío se interrumpió')
    if (late.aborted) return makeUnknownOutcome('WhatsApp no respondió a tiempo')
    return neverSent.has(readErrorCode(error))
      ? { kind: 'retry', reason: unreachable, after: minutesToMs(1), pause: true }
      : makeUnknownOutcome('La conexión con WhatsApp se cortó')
  }
}

const makeBody = (message: OutgoingMessage) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: message.to,
  type: 'template',
  template: {
    name: whatsappTemplates[message.template].name,
    language: { code: whatsappTemplateLanguage },
    components: [{ type: 'body', parameters: [{ type: 'text', text: formatParameter(message) }] }],
  },
  // Meta includes this value in every delivery report.
  biz_opaque_callback_data: message.key,
})

function read(response: Response, text: string, names: boolean): SendOutcome {
  const said = parseJson(text)
  if (response.ok) {
    const accepted = AcceptedAnswer.safeParse(said)
    if (accepted.success) return { kind: 'sent', providerId: accepted.data.messages[0]?.id ?? null }
    return makeUnknownOutcome('WhatsApp respondió algo que no se entiende')
  }
  const refused = RefusedAnswer.safeParse(said)
  const error = refused.success ? refused.data.error : {}
  const refusal = {
    status: response.status,
    code: error.code ?? null,
    message: [error.message, error.error_data?.details].filter(Boolean).join(': '),
    retryAfter: readRetryAfter(response.headers.get('retry-after')),
  }
  return toFailedWhatsappOutcome(refusal, names)
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > maxAnswerBytes) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function readRetryAfter(header: string | null): number | null {
  if (header === null) return null
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), maxRetryAfterMs) : null
}

function readErrorCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  // If the host name has several addresses, the error contains one error for each attempt.
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  return first instanceof Error && 'code' in first ? String(first.code) : ''
}

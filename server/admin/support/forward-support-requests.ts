// Forwards support requests by mail, with the requester's address as Reply-To.
import { formatMessageKey, type OutgoingMessage } from '../../messaging/messengers/messenger.ts'
import type { Services } from '../../services.ts'
import {
  claimSupportRequest,
  type DueSupportRequest,
  findSupportMailMessenger,
  recordForwardingOutcome,
} from './queries.ts'

type Forwarding = Pick<Services, 'config' | 'database' | 'channels' | 'clock'> & {
  zones: Pick<Services['zones'], 'of'>
}

const minute = 60_000
const sendLeaseMs = 10 * minute
const retryDelaysMs = [1, 5, 15, 60, 240].map((count) => count * minute)
const giveUpAfterMs = 3 * 24 * 60 * minute

/** Forwards the first due request of a gym. If no e-mail is configured, the request stays stored. */
export async function forwardDueSupportRequest(services: Forwarding, gym: number, signal: AbortSignal): Promise<void> {
  const { config, database, clock } = services
  const { SUPPORT_EMAIL } = config
  const email = await findSupportMailMessenger(services, gym)
  if (!email || !SUPPORT_EMAIL) return
  const started = clock()
  const again = new Date(started.getTime() + sendLeaseMs)
  const scope = { gym, user: null }
  const claimed = await database.write(scope, async (tx) => {
    const request = await claimSupportRequest(tx, gym, started, again)
    return request && { request, zone: await services.zones.of(gym) }
  })
  if (!claimed) return
  const { request, zone } = claimed
  const { id } = request
  const outcome = await email.send(makeMail(gym, SUPPORT_EMAIL, request, zone), signal)
  // If the server's stop aborted the mail, the request is tried again later.
  if (signal.aborted && outcome.kind === 'retry') return
  const now = clock()
  await database.write({ ...scope, allowedOnFullDisk: true }, async (tx) => {
    if (outcome.kind === 'sent') {
      await recordForwardingOutcome(tx, gym, id, { sent_at: now, last_error: null, next_attempt_at: null })
      return
    }
    const wait = Math.max(
      retryDelaysMs[Math.min(request.attempts, retryDelaysMs.length) - 1] ?? minute,
      (outcome.kind === 'retry' && outcome.after) || 0,
    )
    const next = new Date(now.getTime() + Math.round(wait * (1 + Math.random() / 5)))
    if (outcome.kind === 'failed' || next.getTime() > Date.parse(request.created_at) + giveUpAfterMs) {
      await recordForwardingOutcome(tx, gym, id, { failed_at: now, last_error: outcome.reason, next_attempt_at: null })
      return
    }
    await recordForwardingOutcome(tx, gym, id, { last_error: outcome.reason, next_attempt_at: next })
  })
}

function makeMail(gym: number, to: string, request: DueSupportRequest, zone: string): OutgoingMessage {
  const inWords = new Intl.DateTimeFormat('es', { dateStyle: 'full', timeStyle: 'short', timeZone: zone })
  const at = inWords.format(new Date(request.created_at))
  const about = [
    `De: ${request.from_name} <${request.email}>`,
    ...(request.gym ? [`Gimnasio: ${request.gym}`] : []),
    ...(request.user_role ? [`Rol: ${request.user_role}`] : []),
    `Fecha: ${at} (${zone})`,
  ]
  return {
    key: `soporte-${formatMessageKey(gym, request.id, request.created_at)}`,
    to,
    text: `${request.message}\n\n-- \n${about.join('\n')}\n`,
    template: 'aviso',
    subject: `Soporte: ${request.from_name}${request.gym ? ` (${request.gym})` : ''}`,
    replyTo: request.email,
    byPerson: true,
  }
}

// Sample messages in states that a test cannot produce or wait for.
import { messageStates, type OutboxMessage, type OutboxSummary } from '../contract/messaging/outbox.ts'
import type { ListAnswer } from './gym-steps.ts'

/** Returns one message in each state, in the form of the server's answer. */
export function makeSampleOutboxMessages(client: {
  id: number
  name: string
}): ListAnswer<OutboxMessage> & { pages: number } {
  const at = new Date().toISOString()
  const items = messageStates.map(
    (state, index): OutboxMessage => ({
      id: index + 1,
      kind: 'day_expiration',
      state,
      channel: index % 2 ? 'whatsapp' : 'email',
      recipient: index % 2 ? '+18095550101' : 'rosa@example.com',
      client,
      text: 'Hola, hoy vence tu membresía.\nTe esperamos.',
      day: at.slice(0, 10),
      attempts: 1,
      reason: state === 'sent' || state === 'delivered' ? null : 'El canal no respondió a tiempo',
      created_at: at,
      next_attempt_at: state === 'pending' ? at : null,
      state_at: at,
      sent_at: null,
    }),
  )
  return { items, total: 12, pages: 2 }
}

/** Sample status of the outbox: some messages sent, one failed. */
export const sampleOutboxStatus: OutboxSummary = {
  channels: ['whatsapp', 'email'],
  last_sent_at: '2026-11-21T13:00:00Z',
  pending: 1,
  sent: 4,
  failed: 1,
  last_failure: { at: '2026-11-21T14:05:00Z', reason: 'El número no tiene WhatsApp' },
}

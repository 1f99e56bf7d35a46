// Fixtures for messages, including rows in states that no story can wait for.
import { expect } from '@playwright/test'
import { messageStates, type OutboxMessage, type OutboxStatus } from '../contract/messaging/outbox.ts'
import { dayInZone } from '../contract/shared/dates.ts'
import type { Gym } from './product.ts'
import type { List } from './scenes.ts'

/** A zone in which it is noon now: messages are sent by day only, and no test spans midnight. */
function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Moves the gym to that zone and returns its day. */
export async function moveToNoon(gym: Gym): Promise<string> {
  const zone = noonZone()
  await gym.api.call('PUT', '/gym-info/', { timeZone: zone })
  return dayInZone(zone, new Date())
}

export const writeMessages = (gym: Gym): Promise<object> =>
  gym.api.call('PUT', '/notification-config/', {
    message_day_expiration: 'Hola {nombre}, hoy vence tu membresía {membresia}.\nTe esperamos.',
    days_before_expiration: [],
    isActive: true,
  })

/** Waits until the gym has this many messages. */
export async function plannedMessages(gym: Gym, count: number): Promise<OutboxMessage[]> {
  const list = async () => (await gym.api.call<List<OutboxMessage>>('GET', '/outbox/')).items
  await expect.poll(async () => (await list()).length, { intervals: [100] }).toBe(count)
  return list()
}

/** One message in each state, in the server's form. */
export function messagesInEveryState(client: { id: number; name: string }): List<OutboxMessage> & { pages: number } {
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

/** Some messages sent, one failed. */
export const someStatus: OutboxStatus = {
  channels: ['whatsapp', 'email'],
  last_sent_at: '2026-11-21T13:00:00Z',
  pending: 1,
  sent: 4,
  failed: 1,
  last_failure: { at: '2026-11-21T14:05:00Z', reason: 'El número no tiene WhatsApp' },
}

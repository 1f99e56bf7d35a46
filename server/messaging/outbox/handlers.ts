import { type Channel, mayReadOutbox, type OutboxMessage } from '@torniquete/contract/messaging/outbox.ts'
import { refuse } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { makeListAnswer } from '../../platform/db/lists.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import { readReportSchedule } from '../messages/queries.ts'
import type { Channels, Messengers } from '../messengers/messengers.ts'
import { findCountry, PhoneCache } from '../messengers/phone.ts'
import {
  listMessages,
  listUnreachableClients,
  type ReachableClient,
  readClientContacts,
  readStatus,
} from './queries.ts'

const phones = new PhoneCache()

const titles: Record<Channel, string> = { email: 'correo', whatsapp: 'WhatsApp' }

/** Channels by which a message could go out, configured or not. */
function listChannels(
  { kind, client }: OutboxMessage,
  country: string,
  report: string | null,
  reached: readonly ReachableClient[],
) {
  if (kind === 'report_mail') return ['email' as const]
  const person =
    kind === 'daily_report' ? { phone_number: report, email: null } : reached.find(({ id }) => id === client?.id)
  return [
    ...(phones.isUsable(person?.phone_number ?? null, country) ? ['whatsapp' as const] : []),
    ...(person?.email ? ['email' as const] : []),
  ]
}

/** Messages that were tried show their own reason. */
async function explainMissingKey(
  tx: Transaction,
  gym: number,
  zone: string,
  items: OutboxMessage[],
  messengers: Messengers,
) {
  const { unreadable = [] } = messengers
  const waits = ({ state, attempts, reason }: OutboxMessage) =>
    state === 'pending' && (attempts === 0 || reason === null)
  if (unreadable.length === 0 || !items.some(waits)) return items
  const ids = items.flatMap((message) => (waits(message) && message.client ? message.client.id : []))
  const [reached, { report_phone_number: report }] = await Promise.all([
    readClientContacts(tx, gym, ids),
    readReportSchedule(tx, gym),
  ])
  return items.map((message) => {
    const ways = waits(message) ? listChannels(message, findCountry(zone), report, reached) : []
    const lost = ways.filter((channel) => unreadable.includes(channel))
    if (lost.length === 0 || ways.some((channel) => messengers[channel])) return message
    const which = lost.map((channel) => titles[channel]).join(' y ')
    const reason = `La contraseña del canal (${which}) se cifró con otra clave y no se puede leer: escríbela otra vez en Configuración`
    return { ...message, reason }
  })
}

export const outboxHandlers = (channels: Channels): AreaHandlers<'outbox'> => ({
  'outbox.list': async ({ tx, gym, zone, user, query }) => {
    refuse(mayReadOutbox(user.role, query.id_client))
    const messengers = await channels.of(gym)
    const answer = await listMessages(tx, gym, messengers, query)
    return { ...answer, items: await explainMissingKey(tx, gym, zone, answer.items, messengers) }
  },

  'outbox.status': async ({ tx, gym, zone, today }) => readStatus(tx, gym, zone, today, await channels.of(gym)),

  'outbox.unreachable': async ({ tx, gym, zone, today, query }) =>
    makeListAnswer(await listUnreachableClients(tx, gym, zone, today, await channels.of(gym), phones, query), query),
})

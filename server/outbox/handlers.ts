import { refuse } from '@torniquete/contract/errors.ts'
import { type Channel, mayReadOutbox, type OutboxMessage } from '@torniquete/contract/outbox.ts'
import { listAnswer } from '../db/lists.ts'
import type { HandlersOf } from '../http/context.ts'
import type { Channels } from '../messengers/messengers.ts'
import { KnownPhones } from '../messengers/phone.ts'
import { listMessages, readStatus, unreachableClients } from './queries.ts'

const phones = new KnownPhones()

const titles: Record<Channel, string> = { email: 'correo', whatsapp: 'WhatsApp' }

/** What waits because a channel's secret cannot be opened says so, for as long as that is so. */
function toldOfKey(message: OutboxMessage, unreadable: readonly Channel[]): OutboxMessage {
  const waits = message.state === 'pending' && (message.channel === null || unreadable.includes(message.channel))
  if (!waits || unreadable.length === 0) return message
  const which = unreadable.map((channel) => titles[channel]).join(' y ')
  const reason = `La contraseña del canal (${which}) se cifró con otra clave y no se puede leer: escríbela otra vez en Configuración`
  return { ...message, reason }
}

export const outboxHandlers = (channels: Channels): HandlersOf<'outbox'> => ({
  'outbox.list': async ({ tx, gym, user, query }) => {
    refuse(mayReadOutbox(user.role, query.id_client))
    const [found, { unreadable = [] }] = await Promise.all([listMessages(tx, gym, query), channels.of(gym)])
    const answer = listAnswer(found, query)
    return { ...answer, items: answer.items.map((message) => toldOfKey(message, unreadable)) }
  },

  'outbox.status': async ({ tx, gym, zone, today }) => readStatus(tx, gym, zone, today, await channels.of(gym)),

  'outbox.unreachable': async ({ tx, gym, zone, today, query }) =>
    listAnswer(await unreachableClients(tx, gym, zone, today, await channels.of(gym), phones, query), query),
})

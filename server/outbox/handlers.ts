import { refuse } from '@torniquete/contract/errors.ts'
import { mayReadOutbox } from '@torniquete/contract/outbox.ts'
import { listAnswer } from '../db/lists.ts'
import type { HandlersOf } from '../http/context.ts'
import type { Channels } from '../messengers/messengers.ts'
import { KnownPhones } from '../messengers/phone.ts'
import { listMessages, readStatus, unreachableClients } from './queries.ts'

const phones = new KnownPhones()

export const outboxHandlers = (channels: Channels): HandlersOf<'outbox'> => ({
  'outbox.list': async ({ tx, gym, user, query }) => {
    refuse(mayReadOutbox(user.role, query.id_client))
    return listAnswer(await listMessages(tx, gym, query), query)
  },

  'outbox.status': async ({ tx, gym, zone, today }) => readStatus(tx, gym, zone, today, await channels.of(gym)),

  'outbox.unreachable': async ({ tx, gym, zone, today, query }) =>
    listAnswer(await unreachableClients(tx, gym, zone, today, await channels.of(gym), phones, query), query),
})

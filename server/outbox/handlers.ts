import { refuse } from '@torniquete/contract/errors.ts'
import { mayReadOutbox } from '@torniquete/contract/outbox.ts'
import { listAnswer } from '../db/lists.ts'
import type { HandlersOf } from '../http/context.ts'
import type { Messengers } from '../messengers/messengers.ts'
import { KnownPhones } from '../messengers/phone.ts'
import { listMessages, readStatus, unreachableClients } from './queries.ts'

const phones = new KnownPhones()

export const outboxHandlers = (messengers: Messengers): HandlersOf<'outbox'> => ({
  'outbox.list': async ({ tx, gym, user, query }) => {
    refuse(mayReadOutbox(user.role, query.id_client))
    return listAnswer(await listMessages(tx, gym, query), query)
  },

  'outbox.status': ({ tx, gym, zone, today }) => readStatus(tx, gym, zone, today, messengers),

  'outbox.unreachable': async ({ tx, gym, zone, today, query }) =>
    listAnswer(await unreachableClients(tx, gym, zone, today, messengers, phones, query), query),
})

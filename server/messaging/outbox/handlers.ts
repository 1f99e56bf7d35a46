import { checkOutboxAccess } from '@torniquete/contract/messaging/outbox.ts'
import { throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { makeListAnswer } from '../../platform/db/paged-lists.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import type { GymMessengerProvider } from '../messengers/gym-messengers.ts'
import { listMessages, listUnreachableClients, readOutboxStatus } from './queries.ts'

export const outboxHandlers = (channels: GymMessengerProvider): AreaHandlers<'outbox'> => ({
  'outbox.list': async ({ tx, gym, user, query }) => {
    throwIfRefused(checkOutboxAccess(user.role, query.id_client))
    return listMessages(tx, gym, await channels.of(gym), query)
  },

  'outbox.status': async ({ tx, gym, zone, today }) => readOutboxStatus(tx, gym, zone, today, await channels.of(gym)),

  'outbox.unreachable': async ({ tx, gym, zone, today, query }) =>
    makeListAnswer(await listUnreachableClients(tx, gym, zone, today, await channels.of(gym), query), query),
})

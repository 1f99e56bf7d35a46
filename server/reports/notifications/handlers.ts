import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { listNotifications, readNotification, setNotificationsRead } from './queries.ts'

export const notificationsHandlers: Omit<AreaHandlers<'notifications'>, 'notifications.stream'> = {
  'notifications.list': ({ tx, gym, query }) => listNotifications(tx, gym, query),

  'notifications.mark': async ({ tx, gym, params, body }) => {
    await setNotificationsRead(tx, gym, { ids: [params.id_notification] }, body.is_read)
    return (await readNotification(tx, gym, params.id_notification)) ?? throwError('row.missing')
  },

  'notifications.mark-many': async ({ tx, gym, body }) => ({
    updated: await setNotificationsRead(tx, gym, body, body.is_read),
  }),
}

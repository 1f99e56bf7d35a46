import type { HandlersOf } from '../http/context.ts'
import { insertSupportRequest } from './queries.ts'

export const supportHandlers: HandlersOf<'support'> = {
  'support.create': ({ tx, gym, user, body: { gym: named, userRol, ...request }, now }) =>
    insertSupportRequest(tx, {
      gym_id: gym,
      ...request,
      gym: named,
      user_role: userRol,
      id_user: user.id,
      created_at: now,
    }),
}

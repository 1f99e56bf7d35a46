import type { HandlersOf } from '../http/context.ts'
import { enqueue, jobsOf } from '../jobs/queues.ts'
import { insertSupportRequest } from './queries.ts'

export const supportHandlers: HandlersOf<'support'> = {
  'support.create': async ({ tx, gym, user, body: { gym: named, userRol, ...request }, now }) => {
    const own = { gym: named, user_role: userRol, id_user: user.id, created_at: now }
    const made = await insertSupportRequest(tx, { gym_id: gym, ...request, ...own })
    await enqueue(tx, jobsOf('send-support', gym, [{ id: made.id, after: now }]))
    return made
  },
}

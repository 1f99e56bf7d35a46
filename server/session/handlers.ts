import type { HandlersOf } from '../http/context.ts'
import { endSession } from './queries.ts'

/** `hours`: as long as a token lives, its session is known to have ended. */
export const sessionHandlers = (hours: number): HandlersOf<'session'> => ({
  'session.logout': async ({ tx, gym, user, now }) => {
    // After the last question whether the session stands: until then it does.
    tx.beforeCommit(() => endSession(tx, gym, user.session, new Date(now.getTime() + hours * 3_600_000)))
    return undefined
  },
})

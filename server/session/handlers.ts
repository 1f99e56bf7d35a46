import type { HandlersOf } from '../http/context.ts'
import { endSession } from './queries.ts'

export const sessionHandlers: HandlersOf<'session'> = {
  'session.logout': async ({ tx, user }) => {
    await endSession(tx, user)
    return undefined
  },
}

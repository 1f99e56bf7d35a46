import { refuse } from '@torniquete/contract/errors.ts'
import { mayReadHistory } from '@torniquete/contract/history.ts'
import { listAnswer } from '../db/lists.ts'
import type { HandlersOf } from '../http/context.ts'
import { listHistory } from './queries.ts'

export const historyHandlers: HandlersOf<'history'> = {
  'history.list': async ({ tx, gym, user, query }) => {
    refuse(mayReadHistory(user.role, query.entity))
    const withoutUsers = mayReadHistory(user.role, 'users') !== null
    return listAnswer(await listHistory(tx, gym, { ...query, withoutUsers }), query)
  },
}

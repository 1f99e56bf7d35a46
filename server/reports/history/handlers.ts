import { checkHistoryAccess, listHiddenHistoryTables } from '@torniquete/contract/reports/history.ts'
import { throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { listHistory } from './queries.ts'

export const historyHandlers: AreaHandlers<'history'> = {
  'history.list': async ({ tx, gym, user, query }) => {
    throwIfRefused(checkHistoryAccess(user.role, query.entity))
    return listHistory(tx, gym, { ...query, hidden: listHiddenHistoryTables(user.role) })
  },
}

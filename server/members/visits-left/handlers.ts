import type { AreaHandlers } from '../../platform/http/context.ts'
import { visitsLeft } from './queries.ts'

export const visitsHandlers: AreaHandlers<'visits'> = {
  'visits.left': ({ tx, gym, query, today }) => visitsLeft(tx, gym, query.ids, today),
}

import type { AreaHandlers } from '../../platform/http/context.ts'
import { readVisitsLeft } from './queries.ts'

export const visitsHandlers: AreaHandlers<'visits'> = {
  'visits.left': ({ tx, gym, query, today }) => readVisitsLeft(tx, gym, query.ids, today),
}

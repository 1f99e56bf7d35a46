import type { HandlersOf } from '../http/context.ts'
import { revenueByWorker } from './queries.ts'
import type { TodaysFigures } from './today.ts'

export const statisticsHandlers = (figures: TodaysFigures): HandlersOf<'statistics'> => ({
  'statistics.read': ({ tx, gym, zone, today }) => figures.read(tx, gym, zone, today),

  'statistics.sales-by-user': ({ tx, gym, query, today }) => revenueByWorker(tx, gym, 'sale', query.period, today),

  'statistics.membership-sales-by-user': ({ tx, gym, query, today }) =>
    revenueByWorker(tx, gym, 'payment', query.period, today),
})

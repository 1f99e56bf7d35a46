import { toTimeRange } from '../../platform/db/time-range.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { readCashFlow, readRevenueByWorker } from './queries.ts'
import type { TodaysStatistics } from './todays-statistics.ts'

export const statisticsHandlers = (figures: TodaysStatistics): AreaHandlers<'statistics'> => ({
  'statistics.read': ({ tx, gym, zone, today }) => figures.read(tx, gym, zone, today),

  'statistics.cash-flow': ({ tx, gym, query, zone }) =>
    readCashFlow(tx, { gym, between: toTimeRange(query, zone, false), seller: query.user_name }),

  'statistics.sales-by-user': ({ tx, gym, query, today }) => readRevenueByWorker(tx, gym, 'sale', query.period, today),

  'statistics.membership-sales-by-user': ({ tx, gym, query, today }) =>
    readRevenueByWorker(tx, gym, 'payment', query.period, today),
})

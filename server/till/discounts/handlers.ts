import { makeListAnswer } from '../../platform/db/paged-lists.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { listDiscounts, readDiscountChunk, readDiscountLimits, writeDiscountLimits } from './queries.ts'

export const discountsHandlers: AreaHandlers<'discounts'> = {
  'discounts.list': async ({ tx, gym, query, zone }) => {
    const { items, sums } = await listDiscounts(tx, { gym, zone }, query)
    return { ...makeListAnswer({ items, total: sums.total }, query), ...sums }
  },

  'discounts.export': ({ tx, gym, query, zone, chunk }) => readDiscountChunk(tx, { gym, zone }, query, chunk),

  'discounts.limits': ({ tx, gym }) => readDiscountLimits(tx, gym),

  'discounts.set-limits': async ({ tx, gym, body }) => {
    await writeDiscountLimits(tx, gym, body)
    return readDiscountLimits(tx, gym)
  },
}

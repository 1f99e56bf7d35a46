import type { HandlersOf } from '../http/context.ts'
import { readLimits, writeLimits } from './queries.ts'

export const discountsHandlers: HandlersOf<'discounts'> = {
  'discounts.limits': ({ tx, gym }) => readLimits(tx, gym),

  'discounts.set-limits': async ({ tx, gym, body }) => {
    await writeLimits(tx, gym, body)
    return readLimits(tx, gym)
  },
}

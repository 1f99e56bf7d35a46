import { type DiscountLimits, usualLimits } from '@torniquete/contract/discounts.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { assignments, columnsAndValues, sql } from '../db/sql.ts'

export const readLimits = async (tx: Transaction, gym: number): Promise<DiscountLimits> =>
  (await tx.maybe<DiscountLimits>(
    sql`select gym_admin::float8 as gym_admin, gym_worker::float8 as gym_worker from discount_limits where gym_id = ${gym}`,
  )) ?? usualLimits

export const writeLimits = (tx: Transaction, gym: number, change: Partial<DiscountLimits>): Promise<number> => {
  const set = assignments(change)
  return tx.run(sql`
    insert into discount_limits ${columnsAndValues({ gym_id: gym, ...change })}
    on conflict (gym_id) do ${set.text === '' ? sql`nothing` : sql`update set ${set}`}`)
}

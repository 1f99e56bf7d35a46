import { importedPlanName, type Plan } from '@torniquete/contract/members/memberships.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { orderByName } from '../../platform/db/name-search.ts'
import { joinColumnsAndValues, sql, updateRows } from '../../platform/db/sql.ts'

// Excludes the hidden plan of imported clients.
const plan = sql`
  select id, id as id_membership, name, description, duration_days, 0 as max_access, price
  from memberships where deleted_at is null and name <> ${importedPlanName}`

export const listPlans = (tx: Transaction, gym: number): Promise<Plan[]> =>
  tx.many(sql`${plan} and gym_id = ${gym} order by ${orderByName(sql`name`)}, id`)

export const readPlan = (tx: Transaction, gym: number, id: number): Promise<Plan | null> =>
  tx.maybe(sql`${plan} and gym_id = ${gym} and id = ${id}`)

interface PlanRow {
  name?: string | undefined
  description?: string | null | undefined
  duration_days?: number | undefined
  price?: string | undefined
}

export const insertPlan = async (tx: Transaction, gym: number, row: PlanRow): Promise<number> =>
  (
    await tx.one<{ id: number }>(
      sql`insert into memberships ${joinColumnsAndValues({ gym_id: gym, ...row })} returning id`,
    )
  ).id

export const updatePlan = (tx: Transaction, gym: number, id: number, change: PlanRow): Promise<number> =>
  tx.run(updateRows('memberships', change, sql`gym_id = ${gym} and id = ${id}`))

export const deletePlan = (tx: Transaction, gym: number, id: number, now: Date): Promise<number> =>
  tx.run(sql`update memberships set deleted_at = ${now} where gym_id = ${gym} and id = ${id} and deleted_at is null`)

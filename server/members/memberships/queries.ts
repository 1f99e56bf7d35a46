import { importedPlanName, type Plan } from '@torniquete/contract/members/memberships.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

// Query of plans that screens show, without the hidden plan of imported clients.
export const shownPlansSql = sql`
  select id, id as id_membership, name, description, duration_days, 0 as max_access, price, tax_class
  from memberships where deleted_at is null and name <> ${importedPlanName}`

export const readPlan = (tx: Transaction, gym: number, id: number): Promise<Plan | null> =>
  tx.maybe(sql`${shownPlansSql} and gym_id = ${gym} and id = ${id}`)

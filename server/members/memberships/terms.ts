// Pauses and visits that a plan grants.
import type { NewTerms, Plan, PlanTerms } from '@torniquete/contract/members/memberships.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

export const readTerms = async (tx: Transaction, gym: number, plan: number): Promise<PlanTerms> =>
  (await tx.maybe<PlanTerms>(
    sql`select pause_days, pause_times, visits, each_pass from plan_terms where gym_id = ${gym} and id_membership = ${plan}`,
  )) ?? { pause_days: 0, pause_times: null, visits: null, each_pass: false }

export const listTerms = (tx: Transaction, gym: number): Promise<(PlanTerms & { id_membership: number })[]> =>
  tx.many(sql`
    select t.id_membership, t.pause_days, t.pause_times, t.visits, t.each_pass
    from plan_terms t join memberships m on m.gym_id = t.gym_id and m.id = t.id_membership and m.deleted_at is null
    where t.gym_id = ${gym} and (t.visits is not null or t.pause_days > 0) order by 1`)

export const writeTerms = (tx: Transaction, gym: number, plan: Plan, terms: NewTerms): Promise<unknown> =>
  tx.run(sql`
    insert into plan_terms (gym_id, id_membership, name, pause_days, pause_times, visits, each_pass)
    values (${gym}, ${plan.id}, ${plan.name}, ${terms.pause_days}, ${terms.pause_times}, ${terms.visits}, ${terms.each_pass})
    on conflict (gym_id, id_membership) do update
      set name = excluded.name, pause_days = excluded.pause_days, pause_times = excluded.pause_times,
        visits = excluded.visits, each_pass = excluded.each_pass`)

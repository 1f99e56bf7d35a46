import {
  dailyPlanName,
  mayChangePlan,
  mayDeletePlan,
  type NewTerms,
  type Plan,
  type PlanChange,
  type PlanTerms,
} from '@torniquete/contract/members/memberships.ts'
import { fail, refuse } from '@torniquete/contract/shared/errors.ts'
import { listDeleted, restoreRow } from '../../platform/db/deleted-rows.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import { readAccess, writeAccess } from './access.ts'
import { deletePlan, insertPlan, listPlans, readPlan, updatePlan } from './queries.ts'
import { deleteSchedule, insertSchedule, listSchedules, readSchedule, updateSchedule } from './schedules.ts'

const readTerms = async (tx: Transaction, gym: number, plan: number): Promise<PlanTerms> =>
  (await tx.maybe<PlanTerms>(
    sql`select pause_days, pause_times, visits, each_pass from plan_terms where gym_id = ${gym} and id_membership = ${plan}`,
  )) ?? { pause_days: 0, pause_times: null, visits: null, each_pass: false }

const listTerms = (tx: Transaction, gym: number): Promise<(PlanTerms & { id_membership: number })[]> =>
  tx.many(sql`
    select t.id_membership, t.pause_days, t.pause_times, t.visits, t.each_pass
    from plan_terms t join memberships m on m.gym_id = t.gym_id and m.id = t.id_membership and m.deleted_at is null
    where t.gym_id = ${gym} and (t.visits is not null or t.pause_days > 0) order by 1`)

const writeTerms = (tx: Transaction, gym: number, plan: Plan, terms: NewTerms): Promise<unknown> =>
  tx.run(sql`
    insert into plan_terms (gym_id, id_membership, name, pause_days, pause_times, visits, each_pass)
    values (${gym}, ${plan.id}, ${plan.name}, ${terms.pause_days}, ${terms.pause_times}, ${terms.visits}, ${terms.each_pass})
    on conflict (gym_id, id_membership) do update
      set name = excluded.name, pause_days = excluded.pause_days, pause_times = excluded.pause_times,
        visits = excluded.visits, each_pass = excluded.each_pass`)

async function changeAccess(
  tx: Transaction,
  gym: number,
  id: number,
  change: Pick<PlanChange, 'id_schedule' | 'doors'>,
  now: Date,
): Promise<Plan> {
  const plan = (await readPlan(tx, gym, id)) ?? fail('row.missing')
  await writeAccess(tx, gym, plan, change, now)
  return plan
}

export const membershipsHandlers: AreaHandlers<'memberships'> = {
  'memberships.list': ({ tx, gym }) => listPlans(tx, gym),

  'memberships.read': async ({ tx, gym, params }) =>
    (await readPlan(tx, gym, params.id_membership)) ?? fail('row.missing'),

  // max_access is always 0 and not stored.
  'memberships.create': async ({ tx, gym, now, body: { max_access: _, id_schedule, doors, ...plan } }) => {
    const id = await insertPlan(tx, gym, plan)
    return changeAccess(tx, gym, id, { id_schedule, doors }, now)
  },

  'memberships.update': async ({ tx, gym, now, params, body: { max_access: _, id_schedule, doors, ...change } }) => {
    const plan = (await readPlan(tx, gym, params.id_membership)) ?? fail('row.missing')
    refuse(mayChangePlan(plan, change))
    await updatePlan(tx, gym, plan.id, change)
    return changeAccess(tx, gym, plan.id, { id_schedule, doors }, now)
  },

  'memberships.access': async ({ tx, gym, params }) => {
    const plan = (await readPlan(tx, gym, params.id_membership)) ?? fail('row.missing')
    return { ...plan, ...(await readAccess(tx, gym, plan.id)) }
  },

  'memberships.set-access': async ({ tx, gym, params, body, now }) => {
    const plan = await changeAccess(tx, gym, params.id_membership, body, now)
    return { ...plan, ...(await readAccess(tx, gym, plan.id)) }
  },

  'memberships.terms': async ({ tx, gym, params }) => {
    const { id } = (await readPlan(tx, gym, params.id_membership)) ?? fail('row.missing')
    return readTerms(tx, gym, id)
  },

  'memberships.all-terms': ({ tx, gym }) => listTerms(tx, gym),

  'memberships.set-terms': async ({ tx, gym, params, body }) => {
    const plan = (await readPlan(tx, gym, params.id_membership)) ?? fail('row.missing')
    refuse(body.visits && plan.name === dailyPlanName ? 'plan.daily-fixed' : null)
    await writeTerms(tx, gym, plan, body)
    return readTerms(tx, gym, plan.id)
  },

  'memberships.schedules': ({ tx, gym }) => listSchedules(tx, gym),

  'memberships.schedule': async ({ tx, gym, params: { id_schedule } }) =>
    (await readSchedule(tx, gym, id_schedule)) ?? fail('row.missing'),

  'memberships.create-schedule': async ({ tx, gym, body, now }) => {
    const id = (await insertSchedule(tx, gym, body, now)) ?? fail('schedule.too-many')
    return (await readSchedule(tx, gym, id)) ?? fail('row.missing')
  },

  'memberships.update-schedule': async ({ tx, gym, params: { id_schedule }, body, now }) => {
    if ((await updateSchedule(tx, gym, id_schedule, body, now)) === 0) fail('row.missing')
    return (await readSchedule(tx, gym, id_schedule)) ?? fail('row.missing')
  },

  'memberships.delete-schedule': async ({ tx, gym, params: { id_schedule } }) => {
    await deleteSchedule(tx, gym, id_schedule)
    return undefined
  },

  'memberships.deleted': ({ tx, gym, query }) => listDeleted(tx, gym, 'memberships', query),

  'memberships.restore': async ({ tx, gym, params }) => {
    await restoreRow(tx, gym, 'memberships', params.id_membership)
    return (await readPlan(tx, gym, params.id_membership)) ?? fail('row.missing')
  },

  'memberships.delete': async ({ tx, gym, params, now }) => {
    const plan = (await readPlan(tx, gym, params.id_membership)) ?? fail('row.missing')
    refuse(mayDeletePlan(plan))
    await deletePlan(tx, gym, plan.id, now)
    return undefined
  },
}

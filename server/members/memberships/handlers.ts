import { formatWeekHours, maxSchedules, type Schedule } from '@torniquete/contract/door/schedules.ts'
import {
  checkPlanChange,
  checkPlanDeletion,
  dailyPlanName,
  type Plan,
  type PlanAccess,
  type PlanChange,
  type PlanTerms,
} from '@torniquete/contract/members/memberships.ts'
import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { listDeletedRows, markRowDeleted, restoreRow } from '../../platform/db/deleted-rows.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { nameSortKeySql } from '../../platform/db/name-search.ts'
import { joinColumnsAndValues, makeUpdateStatement, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { readPlan, shownPlansSql } from './queries.ts'

/** Reads hours and doors of a plan without deleted devices; a plan whose devices are all deleted opens no door. */
const readAccess = async (tx: Transaction, gym: number, plan: number): Promise<PlanAccess> =>
  (await tx.maybe<PlanAccess>(sql`
    select id_schedule, case when doors is not null then
      (select coalesce(jsonb_agg(x order by at), '[]') from jsonb_array_elements(doors) with ordinality as e (x, at)
       where exists (select from devices d where d.gym_id = ${gym} and d.id = (x ->> 'id_device')::bigint)) end as doors
    from plan_access where gym_id = ${gym} and id_membership = ${plan}`)) ?? { id_schedule: null, doors: null }

const doorCount = sql`case when s.other_dialect then s.doors end`

/** Text for the history. Fails if a panel lacks a door, unless the plan already had that door. */
async function formatForHistory(
  tx: Transaction,
  gym: number,
  { id_schedule, doors }: PlanAccess,
  before: PlanAccess,
): Promise<string> {
  const schedule = id_schedule === null ? null : await readSchedule(tx, gym, id_schedule)
  const devices = await tx.many<{ id: number; name: string; count: number | null }>(sql`
    select id, name, ${doorCount} as count from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and id = any(${(doors ?? []).map(({ id_device }) => id_device)}::bigint[])`)
  const names = (doors ?? []).map(({ id_device, doors: some }) => {
    const { name, count } = devices.find(({ id }) => id === id_device) ?? throwError('row.missing')
    const had = before.doors?.find((each) => each.id_device === id_device)?.doors ?? []
    if (count !== null && some?.some((door) => door > count && !had.includes(door)))
      throwError('plan.no-such-door', { device: name, doors: String(count) })
    return some ? `${name} (${some.join(', ')})` : name
  })
  const where = doors === null ? 'todas las puertas' : names.join(', ') || 'ninguna puerta'
  return `${schedule?.name ?? 'a cualquier hora'} · ${where}`
}

/** Stores hours and doors from `now` on, keeping undefined fields, and raises the plan's version. */
async function writeAccess(
  tx: Transaction,
  gym: number,
  plan: Plan,
  { id_schedule, doors }: Pick<PlanChange, 'id_schedule' | 'doors'>,
  now: Date,
): Promise<void> {
  if (id_schedule === undefined && doors === undefined) return
  const before = await readAccess(tx, gym, plan.id)
  const access = {
    id_schedule: id_schedule === undefined ? before.id_schedule : id_schedule,
    doors: doors === undefined ? before.doors : doors,
  }
  const shown = await formatForHistory(tx, gym, access, before)
  const changed = await tx.run(sql`
    insert into plan_access as a (gym_id, id_membership, name, shown, id_schedule, doors, set_at)
    select ${gym}, ${plan.id}, ${plan.name}, ${shown}, n.id_schedule, n.doors, ${now}
    from (select ${access.id_schedule}::bigint as id_schedule, ${access.doors && JSON.stringify(access.doors)}::jsonb as doors) n
    -- a plan that opens always and everywhere needs no row
    where n.id_schedule is not null or n.doors is not null or exists (select from plan_access where gym_id = ${gym} and id_membership = ${plan.id})
    on conflict (gym_id, id_membership) do update
      set name = excluded.name, shown = excluded.shown, id_schedule = excluded.id_schedule, doors = excluded.doors, set_at = excluded.set_at
      where (a.id_schedule, a.doors) is distinct from (excluded.id_schedule, excluded.doors)`)
  if (changed > 0)
    await tx.run(sql`update memberships set version = version + 1 where gym_id = ${gym} and id = ${plan.id}`)
}

const schedule = sql`select id, name, week, shown from schedules`

const readSchedule = async (tx: Transaction, gym: number, id: number): Promise<Schedule> =>
  (await tx.maybe<Schedule>(sql`${schedule} where gym_id = ${gym} and id = ${id}`)) ?? throwError('row.missing')

const readTerms = async (tx: Transaction, gym: number, plan: number): Promise<PlanTerms> =>
  (await tx.maybe<PlanTerms>(
    sql`select pause_days, pause_times, visits, each_pass from plan_terms where gym_id = ${gym} and id_membership = ${plan}`,
  )) ?? { pause_days: 0, pause_times: null, visits: null, each_pass: false }

async function changeAccess(
  tx: Transaction,
  gym: number,
  id: number,
  change: Pick<PlanChange, 'id_schedule' | 'doors'>,
  now: Date,
): Promise<Plan> {
  const plan = (await readPlan(tx, gym, id)) ?? throwError('row.missing')
  await writeAccess(tx, gym, plan, change, now)
  return plan
}

export const membershipsHandlers: AreaHandlers<'memberships'> = {
  'memberships.list': ({ tx, gym }) =>
    tx.many(sql`${shownPlansSql} and gym_id = ${gym} order by ${nameSortKeySql(sql`name`)}, id`),

  'memberships.read': async ({ tx, gym, params }) =>
    (await readPlan(tx, gym, params.id_membership)) ?? throwError('row.missing'),

  // `max_access` is not stored; older forms still send it.
  'memberships.create': async ({ tx, gym, now, body: { max_access: _, id_schedule, doors, ...plan } }) => {
    const row = { gym_id: gym, ...plan }
    const { id } = await tx.one<{ id: number }>(sql`insert into memberships ${joinColumnsAndValues(row)} returning id`)
    return changeAccess(tx, gym, id, { id_schedule, doors }, now)
  },

  'memberships.update': async ({ tx, gym, now, params, body: { max_access: _, id_schedule, doors, ...change } }) => {
    const plan = (await readPlan(tx, gym, params.id_membership)) ?? throwError('row.missing')
    throwIfRefused(checkPlanChange(plan, change))
    await tx.run(makeUpdateStatement('memberships', change, sql`gym_id = ${gym} and id = ${plan.id}`))
    return changeAccess(tx, gym, plan.id, { id_schedule, doors }, now)
  },

  'memberships.access': async ({ tx, gym, params }) => {
    const plan = (await readPlan(tx, gym, params.id_membership)) ?? throwError('row.missing')
    return { ...plan, ...(await readAccess(tx, gym, plan.id)) }
  },

  'memberships.set-access': async ({ tx, gym, params, body, now }) => {
    const plan = await changeAccess(tx, gym, params.id_membership, body, now)
    return { ...plan, ...(await readAccess(tx, gym, plan.id)) }
  },

  'memberships.terms': async ({ tx, gym, params }) => {
    const { id } = (await readPlan(tx, gym, params.id_membership)) ?? throwError('row.missing')
    return readTerms(tx, gym, id)
  },

  'memberships.all-terms': ({ tx, gym }) =>
    tx.many(sql`
      select t.id_membership, t.pause_days, t.pause_times, t.visits, t.each_pass
      from plan_terms t join memberships m on m.gym_id = t.gym_id and m.id = t.id_membership and m.deleted_at is null
      where t.gym_id = ${gym} and (t.visits is not null or t.pause_days > 0) order by 1`),

  'memberships.set-terms': async ({ tx, gym, params, body }) => {
    const plan = (await readPlan(tx, gym, params.id_membership)) ?? throwError('row.missing')
    throwIfRefused(body.visits && plan.name === dailyPlanName ? 'plan.daily-fixed' : null)
    await tx.run(sql`
      insert into plan_terms (gym_id, id_membership, name, pause_days, pause_times, visits, each_pass)
      values (${gym}, ${plan.id}, ${plan.name}, ${body.pause_days}, ${body.pause_times}, ${body.visits}, ${body.each_pass})
      on conflict (gym_id, id_membership) do update
        set name = excluded.name, pause_days = excluded.pause_days, pause_times = excluded.pause_times,
          visits = excluded.visits, each_pass = excluded.each_pass`)
    return readTerms(tx, gym, plan.id)
  },

  'memberships.schedules': ({ tx, gym }) =>
    tx.many(sql`${schedule} where gym_id = ${gym} order by ${nameSortKeySql(sql`name`)}, id`),

  'memberships.schedule': ({ tx, gym, params }) => readSchedule(tx, gym, params.id_schedule),

  // Gives the new schedule the lowest free time slot number on terminals (ZKTeco calls the slots time zones).
  'memberships.create-schedule': async ({ tx, gym, body: { name, week }, now }) => {
    // Locks the gym, so that concurrent calls do not choose the same number.
    await tx.run(sql`select from gyms where id = ${gym} for no key update`)
    const made = await tx.maybe<{ id: number }>(sql`
    insert into schedules (gym_id, name, week, shown, zone, set_at)
    select ${gym}, ${name}, ${JSON.stringify(week)}::jsonb, ${formatWeekHours(week)}, min(n), ${now}::timestamptz
    from generate_series(2, ${maxSchedules + 1}) n where n not in (select zone from schedules where gym_id = ${gym}) having min(n) is not null
    returning id`)
    return readSchedule(tx, gym, made?.id ?? throwError('schedule.too-many'))
  },

  'memberships.update-schedule': async ({ tx, gym, params, body: { name = null, week }, now }) => {
    const found = await tx.run(sql`
    update schedules set name = coalesce(${name}::text, name), week = coalesce(n.week, schedules.week), shown = coalesce(n.shown, schedules.shown),
      set_at = case when n.week <> schedules.week then ${now} else set_at end
    from (select ${week ? JSON.stringify(week) : null}::jsonb as week, ${week ? formatWeekHours(week) : null}::text as shown) n
    where gym_id = ${gym} and id = ${params.id_schedule}`)
    if (found === 0) throwError('row.missing')
    return readSchedule(tx, gym, params.id_schedule)
  },

  // Refused while a plan uses the schedule: without hours the plan would open at all times.
  'memberships.delete-schedule': async ({ tx, gym, params: { id_schedule: id } }) => {
    const plans = await tx.many<{ name: string; deleted: boolean }>(sql`
    select m.name, m.deleted_at is not null as deleted from plan_access a join memberships m on m.gym_id = a.gym_id and m.id = a.id_membership
    where a.gym_id = ${gym} and a.id_schedule = ${id} order by ${nameSortKeySql(sql`m.name`)} limit 10`)
    const names = plans.map(({ name, deleted }) => (deleted ? `${name} (eliminado)` : name))
    if (names.length > 0) throwError('schedule.used', { plans: names.join(', ') })
    if ((await tx.run(sql`delete from schedules where gym_id = ${gym} and id = ${id}`)) === 0) throwError('row.missing')
  },

  'memberships.deleted': ({ tx, gym, query }) => listDeletedRows(tx, gym, 'memberships', query),

  'memberships.restore': async ({ tx, gym, params }) => {
    await restoreRow(tx, gym, 'memberships', params.id_membership)
    return (await readPlan(tx, gym, params.id_membership)) ?? throwError('row.missing')
  },

  'memberships.delete': async ({ tx, gym, params, now }) => {
    const plan = (await readPlan(tx, gym, params.id_membership)) ?? throwError('row.missing')
    throwIfRefused(checkPlanDeletion(plan))
    await markRowDeleted(tx, gym, 'memberships', plan.id, now)
  },
}

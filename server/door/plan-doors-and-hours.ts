// Computes rights (time zones and doors) for terminals, and the reasons why a pass was not allowed.
import { selectAccessPeriods } from '../members/pauses/queries.ts'
import { type Statement, sql } from '../platform/db/sql.ts'

/** Number of the time zone that is always open, the first of every terminal. */
export const alwaysOpenZoneNumber = 1

/** Number of days after the end of a right for which its plan still decides which terminals get the client. */
export const expiredPlanGraceDays = 30

/** SQL bits: the doors of a device that row `a` of plan_access opens; null if the row does not include the device. */
export const planDoorBitsSql = (device: Statement, doors = sql`a.doors`): Statement => sql`
  (select case when jsonb_typeof(x -> 'doors') = 'array' then (select bit_or(1 << (n::integer - 1)) from jsonb_array_elements_text(x -> 'doors') n)
               else 65535 end
   from jsonb_array_elements(${doors}) x where (x ->> 'id_device')::bigint = ${device} limit 1)`

/** SQL for FROM: paid periods `p` of a gym's clients, with the access `a` and schedule `s` of their plans. */
export const planRightsFromClause = (gym: number, only = sql``): Statement => accessOf(selectAccessPeriods(gym, only))

const accessOf = (time: Statement): Statement => sql`
  ${time} p
    left join plan_access a on a.gym_id = p.gym_id and a.id_membership = p.id_membership
    left join schedules s on s.gym_id = a.gym_id and s.id = a.id_schedule
  where true`

/** Window over one client at one terminal. One scan is used, because the planner misjudges joins of derived tables. */
const each = sql`partition by id_device, id_client`
const inTime = sql`order by start_date, end_date, id`
const right = sql`lpad(zone::text, 2, '0') || ':' || whole`

/**
 * SQL for WITH: clients with a plan that is limited to some doors or hours. `opened`: a recently paid plan opens this
 * terminal. `first`, `last`, `access`: the current right, or else the next; null if there is none. `access` lists
 * `zone:doors` per time zone, the always open zone last; '' opens every door at all hours. On all days from `first`
 * to `last` the complete right is valid.
 */
export const limitedRightsWithClause = (gym: number, today: string, only: Statement): Statement => {
  const current = sql`end_date > ${today}::date and mask > 0`
  return sql`
  narrowed as materialized (
    select id_device, id_client, bool_or(mask > 0) as opened,
      coalesce(min(first) filter (where first <= at and until > at), max(start_date) filter (where needed)) as first,
      coalesce(max(until) filter (where first <= at and until > at), min(end_date) filter (where needed)) - 1 as last,
      nullif(string_agg(distinct ${right}, ',' order by ${right} desc) filter (where needed), lpad(${String(alwaysOpenZoneNumber)}, 2, '0') || ':' || max(every)) as access
    from (
      select *, case when covers then min(start_date) over (${each}, covers, run) end as first, case when covers then max(end_date) over (${each}, covers, run) end as until
      from (
        select *, count(*) filter (where apart) over (${each}, covers ${inTime}) as run
        from (
          select *, covers and start_date > max(end_date) over (${each}, covers ${inTime} rows between unbounded preceding and 1 preceding) as apart
          from (
            -- periods are extended for one time zone only
            select *, coalesce(${current} and least = most and zone in (${alwaysOpenZoneNumber}, least) and mask & needs = needs, false) as covers
            from (
              select *, min(zone) filter (where needed) over (${each}) as least, max(zone) filter (where needed) over (${each}) as most,
                bit_or(mask) filter (where needed) over (${each}) as needs, bit_or(mask) filter (where needed) over (${each}, zone) as whole
              from (
                -- a zone that opens at all hours makes others unnecessary
                select *, held and (zone = ${alwaysOpenZoneNumber} or mask & ~coalesce(bit_or(mask) filter (where held and zone = ${alwaysOpenZoneNumber}) over (${each}), 0) <> 0) as needed
                from (
                  select *, ${current} and start_date <= at and end_date > at as held
                  from (
                    select *, case when bool_or(${current} and start_date <= ${today}::date) over (${each}) then ${today}::date
                                   else min(start_date) filter (where ${current}) over (${each}) end as at
                    from (
                      select d.id as id_device, sold.id_client, sold.id, sold.start_date, sold.end_date, (1 << d.doors) - 1 as every,
                        case when d.zones and sold.zone <> all(d.refused) then coalesce(sold.zone, ${alwaysOpenZoneNumber}::integer) else ${alwaysOpenZoneNumber}::integer end as zone,
                        (case when sold.doors is null then 65535 else coalesce(${planDoorBitsSql(sql`d.id`, sql`sold.doors`)}, 0) end) & ((1 << d.doors) - 1) as mask
                      from traits d cross join (
                        select p.id_client, p.id, p.start_date, p.end_date, a.doors, s.zone,
                          bool_or(a.id_schedule is not null or a.doors is not null) over (partition by p.id_client) as limited
                        from ${planRightsFromClause(gym, sql`and p.end_date > ${today}::date - ${expiredPlanGraceDays}::integer`)} and p.end_date > ${today}::date - ${expiredPlanGraceDays}::integer ${only}
                          and exists (select from plan_access where gym_id = ${gym} and (id_schedule is not null or doors is not null))) sold
                      where sold.limited and d.limits) o) o) o) o) o) o) o) o) o
    group by id_device, id_client
  )`
}

interface Asked {
  client: Statement
  /** Id of the terminal (null if plans do not limit it). `door` is its door (null if unknown). */
  device: Statement
  door: Statement
  at: Statement
  zone: string
  /** True if the moment may be long past; then plans that were changed after it deny nothing. */
  past: boolean
  /** True to include paid time in which a debt blocks the client. */
  owing?: boolean
}

const paidFor = (gym: number): Statement =>
  sql`(select * from membership_payments m where m.gym_id = ${gym} and m.voided_at is null)`

/** Beginning of the denial reason if only the hour was wrong. */
export const outsideHoursDenialPrefix = 'fuera de su horario'

/** SQL text: why no paid plan opened that door at that moment; null if one did, or if nothing was paid. */
export const planDenialReasonSql = (
  gym: number,
  { client, device, door, at, zone, past, owing }: Asked,
): Statement => sql`
  -- the arguments get their own names, since the plans' columns would hide them; terminals send whole seconds
  (select case when bool_or(here and within or later) then null
               when not bool_or(here) then 'su plan no abre esta puerta'
               else ${outsideHoursDenialPrefix} || ' (' || string_agg(distinct shown, ' y ') filter (where here) || ')' end
   from (select ${client} as client, ${device} as device, ${door} as door, ${at} as at, ${at} at time zone ${zone} as local) asked cross join lateral (
     select s.shown, ${past} and coalesce(date_trunc('second', greatest(a.set_at, s.set_at)) > asked.at, false) as later, asked.device is null or a.doors is null or coalesce(${planDoorBitsSql(sql`asked.device`)} & case when asked.door is null then 65535 else 1 << (asked.door - 1) end, 0) <> 0 as here,
       asked.device is null or s.id is null or exists (
         select from jsonb_array_elements(s.week -> extract(dow from asked.local)::integer) span
         where to_char(asked.local, 'HH24:MI') between span ->> 'from' and span ->> 'to') as within
     from ${owing ? accessOf(paidFor(gym)) : planRightsFromClause(gym)} and p.id_client = asked.client and p.start_date <= asked.local::date and p.end_date > asked.local::date) plans)`

/** SQL condition: plans limit terminal `d`. Exits are never limited, since they must open for everyone inside. */
export const isLimitedByPlansSql = sql`(d.direction <> 'exit')`

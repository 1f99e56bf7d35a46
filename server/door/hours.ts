// When and where a client's plans open: to terminals, as rights of a time zone and doors; of a moment that was, in words.
import { type Statement, sql } from '../db/sql.ts'

/** The first time zone of every terminal. */
export const allHours = 1

/** So many days after its end somebody's right still says on which terminals they are expected. */
export const keptAfterEnd = 30

/** The doors of a device that `a`, with the doors of plan_access, opens, as bits: null where it does not say which. */
export const openedDoors = (device: Statement): Statement => sql`
  (select case when jsonb_typeof(x -> 'doors') = 'array' then (select bit_or(1 << (n::integer - 1)) from jsonb_array_elements_text(x -> 'doors') n)
               else 65535 end
   from jsonb_array_elements(a.doors) x where (x ->> 'id_device')::bigint = ${device} limit 1)`

/** What of a gym's clients was paid for, `p`, with what its plan says of doors and hours, `a` and `s`. */
export const plansOf = (gym: number): Statement => sql`
  membership_payments p
    left join plan_access a on a.gym_id = p.gym_id and a.id_membership = p.id_membership
    left join schedules s on s.gym_id = a.gym_id and s.id = a.id_schedule
  where p.gym_id = ${gym} and p.voided_at is null and p.end_date > p.start_date`

/**
 * Tables for `with`, of clients one of whose plans does not open always and everywhere. `traits` is one of (id, limits, zones,
 * doors): a terminal, whether plans are limited by it, whether it takes hours, and how many doors it has. `limited`: who they are (id_client). `opened`: which of
 * their payments open which terminal. `narrowed` (id_device, id_client, first, last, access): with what right they have now,
 * or else next; `access`, `zone:doors` for each of its time zones, is '' where it opens every door at all hours. Days are those on which
 * all of that holds; what opens more later on goes on, for it opens that, too.
 */
export const limitedRights = (gym: number, today: string, only: Statement): Statement => sql`
  limited as materialized (
    select distinct p.id_client from ${plansOf(gym)} and p.end_date > ${today}::date - ${keptAfterEnd}::integer
      and (a.id_schedule is not null or a.doors is not null) ${only}
  ), opened as materialized (
    select d.id as id_device, m.* from traits d
      cross join lateral (
        select p.id_client, p.id, p.start_date, p.end_date, case when d.zones then coalesce(s.zone, ${allHours}::integer) else ${allHours}::integer end as zone,
          (case when a.doors is null then 65535 else coalesce(${openedDoors(sql`d.id`)}, 0) end) & ((1 << d.doors) - 1) as mask
        from ${plansOf(gym)} and p.end_date > ${today}::date - ${keptAfterEnd}::integer and p.id_client in (select id_client from limited)) m
    where d.limits and m.mask > 0
  ), moments as (
    select id_device, id_client, case when bool_or(start_date <= ${today}::date) then ${today}::date else min(start_date) end as at
    from opened where end_date > ${today}::date group by id_device, id_client
  ), rows_then as (
    select id_device, id_client, at, zone, bit_or(mask) as mask, max(start_date) as starts, min(end_date) as ends
    from opened join moments using (id_device, id_client) where start_date <= at and end_date > at
    group by id_device, id_client, at, zone
  ), sums as (
    select id_device, id_client, min(at) as at, count(*) as rows, min(zone) as zone, min(mask) as mask, max(starts) as starts, min(ends) as ends,
      string_agg(zone || ':' || mask, ',' order by zone desc) as access
    from (select *, bit_or(mask) filter (where zone = ${allHours}) over (partition by id_device, id_client) as always from rows_then) r
    -- what opens at all hours needs no others
    where zone = ${allHours} or mask & ~coalesce(always, 0) <> 0
    group by id_device, id_client
  ), runs as (
    select distinct on (id_device, id_client) id_device, id_client, min(start_date) as first, max(end_date) - 1 as last
    from (
      select *, count(*) filter (where apart) over (partition by id_device, id_client order by start_date, end_date, id) as run
      from (
        select o.id_device, o.id_client, o.id, o.start_date, o.end_date, w.at,
          o.start_date > max(o.end_date) over (partition by o.id_device, o.id_client order by o.start_date, o.end_date, o.id rows between unbounded preceding and 1 preceding) as apart
        from opened o join sums w using (id_device, id_client)
        where w.rows = 1 and o.end_date > ${today}::date and o.zone in (${allHours}, w.zone) and o.mask & w.mask = w.mask) o) o
    group by id_device, id_client, run, at
    having min(start_date) <= at and max(end_date) > at
    order by id_device, id_client
  ), narrowed as (
    select w.id_device, w.id_client, coalesce(r.first, w.starts) as first, coalesce(r.last, w.ends - 1) as last,
      case when w.access = ${`${allHours}:`} || ((1 << d.doors) - 1) then '' else w.access end as access
    from sums w join traits d on d.id = w.id_device left join runs r using (id_device, id_client)
  )`

interface Asked {
  /** The client's id. */
  client: Statement
  /** The terminal, null where nothing is limited by it; and which of its doors, null where nobody knows. */
  device: Statement
  door: Statement
  /** The gym's own clock. */
  local: Statement
}

/** Why none of what a client had paid for then opened there, in words; null where something did, or nothing was paid for. */
export const outsideOf = (gym: number, { client, device, door, local }: Asked): Statement => sql`
  -- what is asked has names of its own, or the plans' would be taken for them
  (select case when bool_or(here and within) then null
               when not bool_or(here) then 'su plan no abre esta puerta'
               else 'fuera de su horario (' || string_agg(distinct shown, ' y ') filter (where here) || ')' end
   from (select ${client} as client, ${device} as device, ${door} as door, ${local} as local) asked cross join lateral (
     select s.shown, asked.device is null or a.doors is null or coalesce(${openedDoors(sql`asked.device`)} & case when asked.door is null then 65535 else 1 << (asked.door - 1) end, 0) <> 0 as here,
       asked.device is null or s.id is null or exists (
         select from jsonb_array_elements(s.week -> extract(dow from asked.local)::integer) span
         where to_char(asked.local, 'HH24:MI') between span ->> 'from' and span ->> 'to') as within
     from ${plansOf(gym)} and p.id_client = asked.client and p.start_date <= asked.local::date and p.end_date > asked.local::date) plans)`

/** Terminal `d` where plans are limited by it: by an exit whoever came in has to be able to leave. */
export const limits = sql`(d.direction <> 'exit')`

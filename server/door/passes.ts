// A pass at a terminal becomes an attendance once, however often it is sent. What is none is kept as a door record.
import { notificationTitles } from '@torniquete/contract/notifications.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import { accessMessage } from '../notifications/queries.ts'
import { shownMembership } from '../payments/queries.ts'

/** One pass as the terminal wrote it; `time` is its own clock: `YYYY-MM-DD HH:MM:SS`, to be read in the gym's zone. */
export interface Pass {
  pin: string
  time: string
  raw: string
}

interface PassPlace {
  gym: number
  sn: string
  deviceName: string
  zone: string
  now: Date
}

/** Older passes come without a notification: a backlog is no news. */
const newsFor = '24 hours'
const clockTolerance = '1 day'

/**
 * Records passes of one terminal; those already known change nothing. A client's pass is an attendance and news, an
 * unknown number's is kept and news, staff's is kept, and one more than a day in the future is kept as such.
 */
export async function recordPasses(
  tx: Transaction,
  { gym, sn, deviceName, zone, now }: PassPlace,
  passes: readonly Pass[],
): Promise<void> {
  await tx.run(sql`
    with sent as (
      select s.*, case when s.pin ~ '^[1-9][0-9]{0,8}$' then s.pin::integer end as number, s.device_time at time zone ${zone} as check_in
      from unnest(${passes.map((pass) => pass.pin)}::text[], ${passes.map((pass) => pass.time)}::timestamp[], ${passes.map((pass) => pass.raw)}::text[])
        as s (pin, device_time, raw)
    ), judged as (
      select s.*, p.id_client, c.name as client_name,
        case when s.check_in > ${now}::timestamptz + ${clockTolerance}::interval then 'future'
             when p.id_client is not null then 'client'
             when p.id_user is not null then 'staff'
             else 'unknown' end as reason
      from sent s
        left join pins p on p.gym_id = ${gym} and p.id = s.number
        left join clients c on c.gym_id = p.gym_id and c.id = p.id_client
    ), attended as (
      insert into attendances (gym_id, id_client, check_in, sn, pin, device_time, membership_name, expire_membership)
      select ${gym}, c.id, c.check_in, ${sn}, c.number, c.device_time, shown.name, shown.end_date
      from (select ${gym}::integer as gym_id, id_client as id, check_in, number, device_time from judged where reason = 'client') c
        ${shownMembership(sql`c.check_in at time zone ${zone}`)}
      on conflict (gym_id, sn, pin, device_time) where sn is not null do nothing
      returning id_client, check_in, pin
    ), kept as (
      insert into door_records (gym_id, sn, pin, device_time, reason, raw)
      select ${gym}, ${sn}, pin, device_time, reason, left(raw, 500) from judged where reason <> 'client'
      on conflict (gym_id, sn, pin, device_time) do nothing
      returning pin, device_time, reason
    ), known as (
      delete from door_records d using attended a
      where d.gym_id = ${gym} and d.sn = ${sn} and d.pin = a.pin::text and d.device_time at time zone ${zone} = a.check_in
    )
    insert into notifications (gym_id, title, message, created_at, id_client)
    select ${gym}, ${notificationTitles.access}, message, created_at, id_client from (
      select replace(${accessMessage('{name}')}, '{name}', c.name) as message, a.check_in as created_at, a.id_client
      from attended a join clients c on c.gym_id = ${gym} and c.id = a.id_client
      union all
      select 'El número ' || k.pin || ' no pertenece a nadie: se presentó en ' || ${deviceName}::text, k.device_time at time zone ${zone}, null
      from kept k where k.reason = 'unknown'
    ) news
    where created_at > ${now}::timestamptz - ${newsFor}::interval
    order by created_at`)
}

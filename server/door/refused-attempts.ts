import { allowingVerifyMode, type RefusedClient, refusalDisplayMs } from '@torniquete/contract/door/door.ts'
import { findOpeningState, formatNextOpening, type LocalTime } from '@torniquete/contract/door/opening-hours.ts'
import type { WeekHours } from '@torniquete/contract/door/schedules.ts'
import {
  formatRefusalMessage,
  notificationTitles,
  refusedDespiteRightPrefix,
} from '@torniquete/contract/reports/notifications.ts'
import { addDays, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { sameVisitInterval } from '../members/attendances/queries.ts'
import { isPausedOnDaySql } from '../members/pauses/queries.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { isClientBarredByDebtSql, selectTotalDebt } from '../till/debts/queries.ts'
import { doorLabelSql, doorLabelSubquery } from './door-names.ts'
import { deviceWithStateFromClause, isExitPassSql } from './pass-direction.ts'
import {
  isLimitedByPlansSql,
  outsideHoursDenialPrefix,
  planDenialReasonSql,
  planDoorBitsSql,
  planRightsFromClause,
} from './plan-doors-and-hours.ts'
import { listClientTerminalStates, readPinState } from './queries.ts'
import {
  blockedDenialReason,
  debtDenialReason,
  denialReasonSql,
  earliestValidDate,
  isClockWrongSql,
  maxClockAheadSeconds,
  membershipStateColumnsSql,
  type PassContext,
} from './record-passes.ts'

/** An attempt as uploaded. `time` is the terminal's clock: `YYYY-MM-DD HH:MM:SS`. */
export interface RefusedAttempt {
  /** PIN of the person; null if the terminal identified no one, although `card` may be known. */
  pin: string | null
  card: string
  time: string
  reason: string
  /** True if the person lacked a right, false if the identification failed. */
  ofRight: boolean
  /** True if the terminal reports an exit; null if it reports no direction. */
  leaves: boolean | null
  door: number | null
  raw: string
}

const maxShownClients = 5

/** Prefix of the PIN in door_records, which distinguishes refusals from passes. */
const refusalPrefix = '-'

/** A refusal that arrives later than this makes no notification. */
const newsMaxAge = '15 minutes'

/** Returns the refused person as stored: the PIN, `#` and the card, or '0' if both are unknown. */
const whoOf = ({ pin, card }: RefusedAttempt): string => pin ?? (card === '' ? '0' : `#${card}`)

/**
 * Stores refusals; repeats change nothing. Each person makes one notification a minute. It states the gym's reason if
 * there is one, since a terminal's reasons are vague.
 */
export async function recordRefusedAttempts(
  tx: Transaction,
  { gym, id, sn, zone, now }: PassContext,
  refusals: readonly RefusedAttempt[],
): Promise<void> {
  const column = <Value>(read: (refusal: RefusedAttempt) => Value) => refusals.map(read)
  await tx.run(sql`
    with told as (
      select distinct on (who, device_time) *, case when who ~ '^[1-9][0-9]{0,8}$' then who::integer end as number,
        -- with a wrong clock it is unknown which of several is current
        case when wrong then case when ${refusals.length > 1} then '-infinity' else ${now}::timestamptz end else own_time end as at,
        coalesce((select ${isExitPassSql(sql`d.direction`, sql`said`, sql`true`)} from ${deviceWithStateFromClause({ gym, id })}), false) as leaving
      from (select *, ${isClockWrongSql({ gym, id })} or device_time < ${earliestValidDate}::timestamp or own_time > ${now}::timestamptz + make_interval(secs => ${maxClockAheadSeconds}) as wrong
            from (select *, device_time at time zone ${zone} as own_time from unnest(${column(whoOf)}::text[], ${column(({ time }) => time)}::timestamp[], ${column(({ reason }) => reason)}::text[],
                        ${column(({ raw }) => raw)}::text[], ${column(({ ofRight }) => ofRight)}::boolean[], ${column(({ leaves }) => leaves)}::boolean[], ${column(({ door }) => door)}::smallint[]) as t (who, device_time, reason, raw, of_right, said, door)) t) t
    ), judged as (
      select t.*, p.id_client, coalesce(c.name, u.name) as name, c.is_active, c.door_blocked, c.door_removed, true as lately,
        u.is_active and not u.door_blocked and not u.door_removed as is_staff, ${membershipStateColumnsSql(gym, { at: sql`(case when t.at = '-infinity' then ${now}::timestamptz else t.at end)`, zone, sn: sql`${sn}`, door: sql`t.door`, leaves: sql`t.leaving` })}
      from told t left join pins p on p.gym_id = ${gym} and p.id = t.number
        left join clients c on c.gym_id = ${gym} and c.id = p.id_client
        left join users u on u.gym_id = ${gym} and u.id = p.id_user
    ), explained as (
      select *, case when name is not null and missing is null and of_right then ${refusedDespiteRightPrefix} || reason else coalesce(missing, reason) end as why
      from (select *, case when id_client is not null then ${denialReasonSql} when not is_staff then ${blockedDenialReason}::text end as missing from judged) j
    ), kept as (
      insert into door_records (gym_id, sn, pin, door, device_time, arrived_at, clock_wrong, reason, raw, refusal, leaving)
      -- the prefix avoids a conflict with a pass in the same second
      select ${gym}, ${sn}, ${refusalPrefix} || who, door, device_time, ${now}, wrong, 'refused', left(raw, 500), case when at > '-infinity' then why end, leaving from explained
      on conflict (gym_id, sn, pin, device_time) do nothing
      returning pin, device_time
    ), news as (
      select e.*, lag(e.device_time) over (partition by e.who order by e.device_time) as before
      from kept k join explained e on ${refusalPrefix} || e.who = k.pin and e.device_time = k.device_time
    )
    insert into notifications (gym_id, title, message, created_at, id_client)
    select ${gym}, ${notificationTitles.access},
      replace(replace(replace(case when leaving then ${formatRefusalMessage('{who}', '{door}', '{why}', true)} else ${formatRefusalMessage('{who}', '{door}', '{why}', false)} end, '{door}', ${doorLabelSubquery({ gym, id }, sql`n.door`)}), '{who}',
        coalesce(name, case when who like '#%' then 'La tarjeta ' || substr(who, 2) when who = '0' then 'Alguien' else 'El número ' || who end)), '{why}', why), at, id_client
    from news n
    where at > ${now}::timestamptz - ${newsMaxAge}::interval and coalesce(device_time >= before + ${sameVisitInterval}::interval, true)
      and not exists (
        select from door_records d where d.gym_id = ${gym} and d.sn = ${sn} and d.pin = ${refusalPrefix} || n.who and d.reason = 'refused'
          and d.device_time < n.device_time and d.device_time > n.device_time - ${sameVisitInterval}::interval)
      -- a person who tries the next door is notified once; unknown PINs and cards may be different people there
      and (name is null or not exists (
        select from door_records d where d.gym_id = ${gym} and d.reason = 'refused' and d.arrived_at > ${now}::timestamptz - ${newsMaxAge}::interval and d.sn <> ${sn}
          and d.pin = ${refusalPrefix} || n.who and d.device_time <= n.device_time and d.device_time > n.device_time - ${sameVisitInterval}::interval))
    order by at`)
  // The change is announced only if a refusal is new.
  await tx.run(sql`
    select announce(${gym}, 'door') where exists (
      select from door_records where gym_id = ${gym} and sn = ${sn} and reason = 'refused' and arrived_at = ${now})`)
}

/** Returns 'now' if that terminal admits the person, 'soon' if it will once it acknowledges the right, else 'no'. */
async function entryOf(
  tx: Transaction,
  asked: { gym: number; today: string; pin: number; now: Date },
  device: number,
): Promise<RefusedClient['entry']> {
  const there = (await listClientTerminalStates(tx, asked)).find(({ id_device }) => id_device === device)
  if (there?.current) return there.state === 'allowed' ? 'now' : 'no'
  const { verify } = await readPinState(tx, asked.gym, asked.today, asked.pin)
  return verify === allowingVerifyMode ? 'soon' : 'no'
}

interface Right {
  first: string
  until: string
  /** Opening hours of the plan; null if it opens at all hours. */
  week: WeekHours | null
}

/** Returns the next moment within a week at which a right opens; null if none opens before it ends or pauses. */
function opensNext(rights: readonly Right[], { day, time }: LocalTime): LocalTime | 'now' | null {
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const then = addDays(day, ahead)
    const weeks = rights.filter(({ first, until }) => first <= then && then < until).map(({ week }) => week)
    if (weeks.length === 0) continue
    const hours = findOpeningState(weeks, { day: then, time: ahead === 0 ? time : '00:00' })
    if (!hours || hours.open) return ahead === 0 ? 'now' : { day: then, time: '00:00' }
    if (hours.next?.day === then) return hours.next
  }
  return null
}

/** Returns a Spanish text for a member outside their hours: when they may enter, or that the membership ends before. */
async function againText(
  tx: Transaction,
  { gym, today, zone, now }: { gym: number; today: string; zone: string; now: Date },
  { id_client, device }: Pick<RefusedClient, 'id_client' | 'device'>,
): Promise<string> {
  const rights = await tx.many<Right>(sql`
    select p.start_date::text as first, p.end_date::text as until, s.week from ${planRightsFromClause(gym)} and p.id_client = ${id_client} and p.end_date > ${today}::date
      and (a.doors is null or coalesce(${planDoorBitsSql(sql`${device.id}::bigint`)}, 0) <> 0)`)
  const [day = '', time = ''] = toLocalTime(zone, now).split(' ')
  const next = opensNext(rights, { day, time: time.slice(0, 5) })
  // The plan is open now, so another door of the terminal opens for the member.
  if (next === 'now') return ''
  if (next) return `; puede entrar ${formatNextOpening(next, day)}`
  return rights.every(({ until }) => until <= addDays(today, 1)) ? '; su membresía termina hoy' : ''
}

interface KeptOut {
  /** Amount of the debt that blocks the client; null if none does. */
  owed: string | null
  paused: boolean
  /** True if the client is blocked manually, inactive or removed from terminals. */
  blocked: boolean
  /** Reason in Spanish why no paid plan opens that door (plan-doors-and-hours.ts); null if one does. */
  outside: string | null
}

/** Returns the reason that applies now: a debt first, then any other. A debt that is paid by now is left out. */
function reasonNow(
  { reason, needs_membership }: Pick<RefusedClient, 'reason' | 'needs_membership'>,
  { owed, paused, blocked, outside }: KeptOut,
): string {
  const other = blocked ? blockedDenialReason : outside
  if (needs_membership) return reason === debtDenialReason ? 'sin membresía' : reason
  if (paused) return reason === debtDenialReason ? 'en pausa' : reason
  if (owed !== null)
    return `${reason} · debe ${formatMoney(owed)}${other && other !== reason ? `; además, ${other}` : ''}`
  return reason === debtDenialReason ? (other ?? 'tenía una deuda') : reason
}

/** Lists clients whom a terminal refused within `refusalDisplayMs` and who have not passed later, each once. */
export async function listRecentlyRefusedClients(
  tx: Transaction,
  { gym, today, zone, now }: { gym: number; today: string; zone: string; now: Date },
): Promise<RefusedClient[]> {
  // The terminal's time is used unless its clock is known to be wrong.
  const at = sql`case when clock_wrong then arrived_at else device_time at time zone ${zone} end`
  const since = sql`${now}::timestamptz - make_interval(secs => ${refusalDisplayMs / 1000})`
  const outside = planDenialReasonSql(gym, {
    client: sql`c.id`,
    device: sql`case when ${isLimitedByPlansSql} and not r.leaving then d.id end`,
    door: sql`r.door`,
    at: sql`${now}::timestamptz`,
    zone,
    past: false,
    owing: true,
  })
  const rows = await tx.many<
    Omit<RefusedClient, 'entry' | 'owes'> & {
      pin: number
    } & KeptOut
  >(sql`
    select * from (
      select distinct on (c.id) c.id as id_client, c.name, c.photo_url, json_build_object('id', d.id, 'name', ${doorLabelSql(sql`r.door`)}) as device, r.at, r.refusal as reason, r.number as pin, r.leaving, ${outside} as outside,
        not exists (select from membership_payments m where m.gym_id = ${gym} and m.id_client = c.id and m.voided_at is null
                      and m.start_date <= ${today}::date and m.end_date > ${today}::date) as needs_membership, ${isPausedOnDaySql(gym, sql`c.id`, sql`${today}::date`)} as paused,
        case when ${isClientBarredByDebtSql(gym, sql`c.id`, sql`${today}::date`)} then ${selectTotalDebt(gym, sql`c.id`)} end as owed, not c.is_active or c.door_blocked or c.door_removed as blocked
      from (select *, case when pin ~ '^-[1-9][0-9]{0,8}$' then substr(pin, 2)::integer end as number, ${at} as at from door_records
            where gym_id = ${gym} and reason = 'refused' and refusal is not null and arrived_at > ${since} offset 0) r
        join devices d on d.gym_id = ${gym} and d.sn = r.sn
        left join terminal_states s on s.gym_id = ${gym} and s.id_device = d.id
        join pins p on p.gym_id = ${gym} and p.id = r.number
        join clients c on c.gym_id = ${gym} and c.id = p.id_client
      -- refusals that were stored while the terminal was offline are over
      where r.at > ${since} and case when r.leaving then not exists (
          select from door_records l where l.gym_id = ${gym} and l.reason = 'exit' and l.arrived_at > ${since} and l.pin = substr(r.pin, 2) and l.device_time > r.device_time - ${sameVisitInterval}::interval)
        else not exists (select from attendances a where a.gym_id = ${gym} and a.id_client = c.id and a.undone_at is null and a.check_in > r.at - ${sameVisitInterval}::interval) end
      order by c.id, r.at desc) last
    order by at desc limit ${maxShownClients}`)
  return Promise.all(
    rows.map(async ({ pin, outside: why, paused, owed, blocked, ...refused }): Promise<RefusedClient> => {
      const owes = owed !== null && !refused.needs_membership && !paused
      const row = { ...refused, owes, reason: reasonNow(refused, { owed, paused, blocked, outside: why }) }
      if (why?.startsWith(outsideHoursDenialPrefix) && !row.needs_membership && !paused && !owes && !blocked)
        return { ...row, reason: row.reason + (await againText(tx, { gym, today, zone, now }, row)), entry: 'no' }
      if (row.needs_membership || paused || why !== null) return { ...row, entry: 'no' }
      return { ...row, entry: await entryOf(tx, { gym, today, pin, now }, row.device.id) }
    }),
  )
}

// Opens the door by a command that is delivered within 10 s or dropped, and keeps the log of openings.
import { findMainDevice } from '@torniquete/contract/door/devices.ts'
import type { DoorOpening, DoorOpeningResult } from '@torniquete/contract/door/door.ts'
import { notificationTitles } from '@torniquete/contract/reports/notifications.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Database } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { readListPage } from '../platform/db/paged-lists.ts'
import { sql } from '../platform/db/sql.ts'
import { isTimeInRangeSql, type TimeRange } from '../platform/db/time-range.ts'
import type { OwnTransactionCall } from '../platform/http/handler-types.ts'
import type { ChangeFeed } from '../platform/live/change-feed.ts'
import { doorLabelSubquery } from './door-names.ts'
import type { LastSeenTracker } from './last-seen-tracker.ts'
import { listDevices } from './queries.ts'
import type { CommandResult } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

interface OpenDoorContext {
  database: Database
  live: ChangeFeed
  lastSeen: LastSeenTracker
  timeoutMs: number
}

interface OpenDoorRequest {
  /** Id of the terminal. Without it, 'Puerta principal' is opened, or else the gym's only terminal. */
  id_device?: number
  reason?: string | null
  id_payment?: number | null
}

export async function requestDoorOpening(
  { database, live, lastSeen, timeoutMs }: OpenDoorContext,
  { user, now, write }: Pick<OwnTransactionCall<'door.open' | 'devices.open'>, 'user' | 'now' | 'write'>,
  { id_device, reason = null, id_payment = null }: OpenDoorRequest,
): Promise<DoorOpeningResult> {
  const scope = { gym: user.gym, user: user.id }
  const devices = await database.read(scope, (tx) => listDevices(tx, user.gym))
  const row = id_device === undefined ? findMainDevice(devices) : devices.find(({ id }) => id === id_device)
  if (!row && id_device !== undefined) throwError('row.missing')
  const device = row && lastSeen.show(user.gym, row, now)
  if (!device?.connected) throwError('door.disconnected')
  const n = lastSeen.getSlowPollSeconds(user.gym, device)
  if (n !== null) throwError('door.slow', { n })

  const deadline = new Date(now.getTime() + timeoutMs)
  const { answer } = await write((tx) =>
    tx.one<{ id: number }>(sql`
      insert into door_acts (gym_id, id_device, device_name, act, id_user, user_name, asked_at, deadline, reason, id_payment)
      values (${user.gym}, ${device.id}, ${doorLabelSubquery({ gym: user.gym, id: device.id }, sql`1`)}, 'open', ${user.id},
              (select name from users where gym_id = ${user.gym} and id = ${user.id}), ${now}, ${deadline}, ${reason}, ${id_payment})
      returning id`),
  )
  const { id } = answer
  const result = await awaitResult(live, user.gym, timeoutMs, () =>
    database.read(
      scope,
      async (tx) =>
        (
          await tx.maybe<{ result: number | null }>(
            sql`select result from door_acts where gym_id = ${user.gym} and id = ${id}`,
          )
        )?.result ?? null,
    ),
  )
  if (result === null) throwError('door.silent')
  if (result < 0) throwError('door.refused')
  return { id, device: { id: device.id, name: device.name } }
}

/** Reads the result after each change of the area `door`, until a result exists or `timeoutMs` has passed. */
function awaitResult(
  live: ChangeFeed,
  gym: number,
  timeoutMs: number,
  look: () => Promise<number | null>,
): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const readResult = () => void look().then((result) => result !== null && resolve(result), reject)
  const stopListening = live.listen(gym, (area) => {
    if (area === 'door') readResult()
  })
  const timer = setTimeout(() => look().then(resolve, reject), timeoutMs)
  // The result may have arrived before the listener was added.
  readResult()
  return promise.finally(() => {
    clearTimeout(timer)
    stopListening()
  })
}

/** Claims the openings that wait for a terminal. Each opening is claimed by one poll only. */
export const claimDoorOpenings = (tx: Transaction, { gym, id }: Terminal, now: Date): Promise<{ command: number }[]> =>
  tx.many(sql`
    update door_acts set command = nextval('terminal_commands')
    where gym_id = ${gym} and id_device = ${id} and command is null and deadline > ${now}
    returning command`)

/** Stores results of openings and notifies of each success. A late result changes only the log. */
export const recordOpeningResults = (
  tx: Transaction,
  { gym, id }: Terminal,
  results: readonly CommandResult[],
): Promise<number> =>
  tx.run(sql`
    with answered as (
      update door_acts a set result = r.code
      from unnest(${results.map((result) => result.command)}::bigint[], ${results.map((result) => result.code)}::integer[]) as r (command, code)
      where a.gym_id = ${gym} and a.id_device = ${id} and a.result is null and a.command = r.command
      returning a.id, a.result, a.user_name, a.device_name, a.asked_at
    )
    insert into notifications (gym_id, title, message, created_at)
    select ${gym}, ${notificationTitles.access}, coalesce(user_name, 'Alguien') || ' abrió la puerta a mano' || coalesce(' (' || device_name || ')', '') || '.', asked_at
    from answered where result >= 0 order by id`)

const opening = sql`
  select a.id, a.asked_at as at, json_build_object('id', a.id_device, 'name', coalesce(a.device_name, '')) as device,
         case when a.id_user is not null then json_build_object('id', a.id_user, 'name', coalesce(a.user_name, '')) end as user,
         coalesce(a.result >= 0, false) as opened, a.reason,
         (select coalesce(json_agg(json_build_object('reason', h.changes -> 'reason' ->> 0, 'at', to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'user', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end) order by h.id desc), '[]')
          from history h left join users u on u.gym_id = h.gym_id and u.id = h.id_user
          where h.gym_id = a.gym_id and h.entity = 'door_acts' and h.entity_id = a.id and h.changes -> 'reason' ->> 0 is not null) as earlier,
         case when p.id is not null then json_build_object('id', p.id, 'number', p.number, 'name', p.name) end as payment
  from door_acts a left join membership_payments p on p.gym_id = a.gym_id and p.id = a.id_payment`

export function listDoorOpenings(tx: Transaction, gym: number, asked: TimeRange, { page, size_page }: PageQuery) {
  const matching = sql`a.gym_id = ${gym} ${isTimeInRangeSql(sql`a.asked_at`, asked)}`
  return readListPage<DoorOpening>(
    tx,
    { page, size_page },
    sql`${opening} where ${matching} order by a.asked_at desc, a.id desc limit ${size_page} offset ${page * size_page}`,
    sql`from door_acts a where ${matching}`,
  )
}

export const readDoorOpening = (tx: Transaction, gym: number, id: number): Promise<DoorOpening | null> =>
  tx.maybe(sql`${opening} where a.gym_id = ${gym} and a.id = ${id}`)

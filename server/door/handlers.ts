import {
  blockingVerifyMode,
  type ClientDoorAccess,
  checkOpeningReasonRight,
  type PinStateAtTerminals,
} from '@torniquete/contract/door/door.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { nameSortKeySql } from '../platform/db/name-search.ts'
import { sql } from '../platform/db/sql.ts'
import { toTimeRange } from '../platform/db/time-range.ts'
import type { Actor, AreaHandlers } from '../platform/http/handler-types.ts'
import { listUnauthorizedEntries } from '../reports/notifications/queries.ts'
import { refusedTimeZonesSql, supportsTimeZonesSql } from './desired-state-diff.ts'
import { doorNameSql } from './door-names.ts'
import { listDoorOpenings, readDoorOpening } from './open-door.ts'
import { isLimitedByPlansSql, planDoorBitsSql, planRightsFromClause } from './plan-doors-and-hours.ts'
import {
  announceDoorChange,
  countDesiredUsers,
  countPendingPins,
  readPinState,
  resendAllRecords,
  setManualAccessOverride,
} from './queries.ts'
import { listRecentlyRefusedClients } from './refused-attempts.ts'

/** Returns null if the client does not exist. Exits are left out, since every member with a right may leave by them. */
async function listAccess(
  tx: Transaction,
  gym: number,
  today: string,
  client: number,
): Promise<ClientDoorAccess | null> {
  const paid = sql`${planRightsFromClause(gym)} and p.id_client = ${client} and p.start_date <= ${today}::date and p.end_date > ${today}::date`
  const found = await tx.maybe<{ limited: boolean }>(sql`
    select exists (select from ${paid} and (a.id_schedule is not null or a.doors is not null)) as limited
    from clients where gym_id = ${gym} and id = ${client}`)
  if (!found?.limited) return found && { limited: false, doors: [] }
  const doors = await tx.many<ClientDoorAccess['doors'][number]>(sql`
    with plans as materialized (
      select a.doors, s.shown, s.week, s.zone
      from ${paid}
    )
    select json_build_object('id', d.id, 'name', d.name) as device,
      case when o.mask = (1 << d.count) - 1 then '{}' else array(select ${doorNameSql(sql`n`)} from generate_series(1, d.count) n where o.mask & (1 << (n - 1)) <> 0 order by n) end as doors,
      o.hours, o.week, o.hours is not null and (not d.zones or o.refused) as ignores_hours
    from (
      select d.id, d.name, d.door_names, ${supportsTimeZonesSql} as zones, ${refusedTimeZonesSql} as refused, case when s.other_dialect then coalesce(s.doors, 1) else 1 end as count
      from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
      where d.gym_id = ${gym} and not d.leaving and ${isLimitedByPlansSql}) d
      cross join lateral (
        select hours, week, bit_or(mask) & ((1 << d.count) - 1) as mask, coalesce(bool_or(refused), false) as refused
        from (select a.shown as hours, a.week, a.zone = any(d.refused) as refused, case when a.doors is null then 65535 else coalesce(${planDoorBitsSql(sql`d.id`)}, 0) end as mask from plans a) m
        group by hours, week having bit_or(mask) & ((1 << d.count) - 1) <> 0) o
    order by ${nameSortKeySql(sql`d.name`)}, d.id, o.hours nulls first`)
  return { limited: true, doors }
}

interface PinCall {
  tx: Transaction
  gym: number
  user: Actor
  today: string
}

/** Refuses a staff PIN to users who may not list staff. */
async function requireReach({ tx, gym, user }: PinCall, pin: number): Promise<void> {
  const holder = sql`select id_user from pins where gym_id = ${gym} and id = ${pin}`
  const owner = (await tx.maybe<{ id_user: number | null }>(holder)) ?? throwError('pin.unknown')
  if (owner.id_user !== null && !isCallAllowed(user.role, 'users.list')) throwError('role.forbidden')
}

async function decide(
  call: PinCall,
  pin: number,
  change?: { blocked?: boolean; removed?: boolean },
): Promise<PinStateAtTerminals> {
  const { tx, gym, today } = call
  await requireReach(call, pin)
  if (change) await setManualAccessOverride(tx, gym, pin, change)
  else await announceDoorChange(tx, gym)
  return readPinState(tx, gym, today, pin)
}

export const doorHandlers: Omit<AreaHandlers<'door'>, 'door.open'> = {
  'door.add-user': (call) => decide(call, call.body.pin, { blocked: false, removed: false }),

  'door.edit-user-verify': (call) =>
    decide(call, call.query.pin, { blocked: call.query.new_verify === blockingVerifyMode }),

  'door.edit-user-name': (call) => decide(call, call.query.pin),

  'door.delete-user': (call) => decide(call, call.query.pin, { removed: true }),

  'door.refused': ({ tx, gym, today, zone, now }) => listRecentlyRefusedClients(tx, { gym, today, zone, now }),

  'door.let-in': ({ tx, gym, now }) => listUnauthorizedEntries(tx, gym, now),

  'door.openings': ({ tx, gym, query, zone }) => listDoorOpenings(tx, gym, toTimeRange(query, zone), query),

  'door.explain': async ({ tx, gym, user, params, body }) => {
    const opening = (await readDoorOpening(tx, gym, params.id)) ?? throwError('row.missing')
    throwIfRefused(checkOpeningReasonRight(opening, user))
    await tx.run(sql`update door_acts set reason = ${body.reason} where gym_id = ${gym} and id = ${params.id}`)
    return (await readDoorOpening(tx, gym, params.id)) ?? throwError('row.missing')
  },

  'door.read-user': async (call) => {
    const { tx, gym, today, params } = call
    await requireReach(call, params.pin)
    const [state, byHand] = await Promise.all([
      readPinState(tx, gym, today, params.pin),
      tx.one<{ blocked: boolean; removed: boolean }>(sql`
        select door_blocked as blocked, door_removed as removed from clients
        where gym_id = ${gym} and id_zkteco = ${params.pin} and deleted_at is null
        union all
        select door_blocked, door_removed from users
        where gym_id = ${gym} and id_zkteco = ${params.pin} and deleted_at is null`),
    ])
    return { ...state, ...byHand }
  },

  'door.access': async ({ tx, gym, today, params }) =>
    (await listAccess(tx, gym, today, params.id_client)) ?? throwError('row.missing'),

  'door.upload-users': async ({ tx, gym, today }) => {
    await resendAllRecords(tx, gym)
    const [users, pending] = await Promise.all([countDesiredUsers(tx, gym, today), countPendingPins(tx, gym, today)])
    return { users, pending }
  },
}

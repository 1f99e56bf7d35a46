import type { Attendance, ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import { parseInstant, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { formatError, RejectedFieldsError, throwError } from '@torniquete/contract/shared/errors.ts'
import { futureDayText } from '@torniquete/contract/shared/parse-input.ts'
import { adminRoles, isRoleAllowed } from '@torniquete/contract/shared/roles.ts'
import { readAttendanceDoors } from '../../door/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimeRange } from '../../platform/db/time-range.ts'
import type { Actor, AreaHandlers } from '../../platform/http/handler-types.ts'
import { insertAccessNotification } from '../../reports/notifications/queries.ts'
import { readBuyerWithExclusiveLock } from '../../till/bills/queries.ts'
import { joinShownMembership } from '../../till/payments/queries.ts'
import { readClientStatuses } from '../clients/queries.ts'
import { notifyOvercrowding } from '../inside/queries.ts'
import {
  isRepeatedVisit,
  type LockedAttendance,
  listAttendances,
  listNewestAttendances,
  listUndoneAttendances,
  lockAttendance,
  readAttendance,
  readUndoneAttendance,
} from './queries.ts'

async function addAttendanceStatus(
  call: { tx: Transaction; gym: number; today: string },
  items: readonly Attendance[],
): Promise<ListedAttendance[]> {
  const ids = items.map(({ attendance_id }) => attendance_id)
  const clients = items.map(({ id_client }) => id_client)
  const [doors, statusOf] = await Promise.all([
    readAttendanceDoors(call.tx, call.gym, ids),
    readClientStatuses(call, clients),
  ])
  const doorOf = new Map(doors.map(({ attendance_id, ...door }) => [attendance_id, door]))
  return items.map((item) => {
    const [door, status] = [doorOf.get(item.attendance_id), statusOf(item.id_client)]
    return door ? { ...item, status: { ...status, ...door } } : item
  })
}

export const listNewestWithClientStatus = async (
  tx: Transaction,
  gym: number,
  today: string,
  most: number,
): Promise<ListedAttendance[]> => addAttendanceStatus({ tx, gym, today }, await listNewestAttendances(tx, gym, most))

const day = 86_400_000

/** Locks an attendance until commit. Fails if the user may not take it back; for a terminal's pass only admins may. */
async function lockUndoable(tx: Transaction, gym: number, user: Actor, id: number): Promise<LockedAttendance> {
  const found = (await lockAttendance(tx, gym, id)) ?? throwError('row.missing')
  if (found.passed && !isRoleAllowed(user.role, adminRoles)) throwError('attendance.passed')
  if (found.forgotten) throwError('attendance.forgotten')
  return found
}

export const attendancesHandlers: AreaHandlers<'attendances'> = {
  'attendances.list': async (call) => {
    const { tx, gym, query, zone } = call
    const answer = await listAttendances(tx, gym, { ...query, checkedIn: toTimeRange(query, zone) })
    return query.include_status ? { ...answer, items: await addAttendanceStatus(call, answer.items) } : answer
  },

  'attendances.create': async ({ tx, gym, body, zone, now }) => {
    const client = (await readBuyerWithExclusiveLock(tx, gym, body.id_client)) ?? throwError('row.missing')
    const checkIn = body.check_in ? parseInstant(zone, body.check_in) : now
    if (checkIn.getTime() > now.getTime() + day)
      throw new RejectedFieldsError([{ type: 'too_big', msg: futureDayText, loc: ['body', 'check_in'] }])
    // Inserts the attendance with the membership shown on its day, unless the gym no longer keeps names of that day.
    const { id } =
      (await tx.maybe<{ id: number }>(sql`
        insert into attendances (gym_id, id_client, check_in, membership_name, expire_membership)
        select ${gym}, c.id, ${checkIn}, shown.name, shown.end_date
        from clients c ${joinShownMembership(toLocalDay(zone, checkIn))}
        where c.gym_id = ${gym} and c.id = ${client.id}
        returning id`)) ?? {}
    if (id === undefined)
      throw new RejectedFieldsError([
        { type: 'too_small', msg: formatError('attendance.forgotten'), loc: ['body', 'check_in'] },
      ])
    // An entry of more than a day ago raises no notification, and repeated entries of one visit raise only one.
    const lately = checkIn.getTime() > now.getTime() - day
    if (lately && (client.is_anonymous || !(await isRepeatedVisit(tx, gym, id))))
      await insertAccessNotification(tx, gym, client, checkIn)
    await notifyOvercrowding(tx, { gym, zone, now })
    return (await readAttendance(tx, gym, id)) ?? throwError('row.missing')
  },

  'attendances.undo': async ({ tx, gym, user, params: { id }, body: { reason }, now }) => {
    await lockUndoable(tx, gym, user, id)
    await tx.run(sql`
      update attendances set undone_at = ${now}, undone_by = ${user.name}, undone_reason = ${reason}
      where gym_id = ${gym} and id = ${id} and undone_at is null`)
    return (await readUndoneAttendance(tx, gym, id)) ?? throwError('row.missing')
  },

  'attendances.restore': async ({ tx, gym, user, params: { id } }) => {
    // A client who was deleted must get no more attendances.
    if ((await lockUndoable(tx, gym, user, id)).deleted) throwError('attendance.client-deleted')
    await tx.run(sql`
      update attendances set undone_at = null, undone_by = null, undone_reason = null
      where gym_id = ${gym} and id = ${id} and undone_at is not null`)
    return (await readAttendance(tx, gym, id)) ?? throwError('row.missing')
  },

  'attendances.undone': ({ tx, gym, query }) => listUndoneAttendances(tx, gym, query),
}

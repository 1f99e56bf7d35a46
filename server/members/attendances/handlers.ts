import { readInstant } from '@torniquete/contract/shared/dates.ts'
import { errorText, fail, Rejected } from '@torniquete/contract/shared/errors.ts'
import { admins, isAllowed } from '@torniquete/contract/shared/roles.ts'
import { futureText } from '@torniquete/contract/shared/typed.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { makeListAnswer } from '../../platform/db/lists.ts'
import { toTimeRange } from '../../platform/db/time-range.ts'
import type { Actor, AreaHandlers } from '../../platform/http/context.ts'
import { insertAccessNotification } from '../../reports/notifications/queries.ts'
import { lockBuyer } from '../../till/bills/queries.ts'
import { notifyOvercrowding } from '../inside/queries.ts'
import { addAttendanceStatus } from './attendance-status.ts'
import {
  insertAttendance,
  isRepeat,
  listAttendances,
  listUndoneAttendances,
  lockAttendance,
  readAttendance,
  readUndoneAttendance,
  restoreAttendance,
  type UndoableAttendance,
  undoAttendance,
} from './queries.ts'

const day = 86_400_000

/** Locked until the commit. Only administrators may take back a terminal's pass. */
async function lockUndoable(tx: Transaction, gym: number, user: Actor, id: number): Promise<UndoableAttendance> {
  const found = (await lockAttendance(tx, gym, id)) ?? fail('row.missing')
  if (found.passed && !isAllowed(user.role, admins)) fail('attendance.passed')
  if (found.forgotten) fail('attendance.forgotten')
  return found
}

export const attendancesHandlers: AreaHandlers<'attendances'> = {
  'attendances.list': async (call) => {
    const { tx, gym, query, zone } = call
    const filter = { ...query, page: query.page - 1, checkedIn: toTimeRange(query, zone) }
    const { items, total } = await listAttendances(tx, gym, filter)
    return makeListAnswer(
      { items: query.include_status ? await addAttendanceStatus(call, items) : items, total },
      query,
    )
  },

  'attendances.create': async ({ tx, gym, body, zone, now }) => {
    const client = (await lockBuyer(tx, gym, body.id_client)) ?? fail('row.missing')
    const checkIn = body.check_in ? readInstant(zone, body.check_in) : now
    if (checkIn.getTime() > now.getTime() + day)
      throw new Rejected([{ type: 'too_big', msg: futureText, loc: ['body', 'check_in'] }])
    const id = await insertAttendance(tx, gym, client.id, checkIn, zone)
    if (id === null)
      throw new Rejected([{ type: 'too_small', msg: errorText('attendance.forgotten'), loc: ['body', 'check_in'] }])
    // Entries noted later raise no notification, like a backlog; one visit raises one.
    const lately = checkIn.getTime() > now.getTime() - day
    if (lately && (client.is_anonymous || !(await isRepeat(tx, gym, id))))
      await insertAccessNotification(tx, gym, client, checkIn)
    await notifyOvercrowding(tx, { gym, zone, now })
    return (await readAttendance(tx, gym, id)) ?? fail('row.missing')
  },

  'attendances.undo': async ({ tx, gym, user, params: { id }, body: { reason }, now }) => {
    await lockUndoable(tx, gym, user, id)
    await undoAttendance(tx, gym, id, { at: now, by: user.name, reason })
    return (await readUndoneAttendance(tx, gym, id)) ?? fail('row.missing')
  },

  'attendances.restore': async ({ tx, gym, user, params: { id } }) => {
    // A restored attendance would count for a deleted client.
    if ((await lockUndoable(tx, gym, user, id)).deleted) fail('attendance.client-deleted')
    await restoreAttendance(tx, gym, id)
    return (await readAttendance(tx, gym, id)) ?? fail('row.missing')
  },

  'attendances.undone': async ({ tx, gym, query }) =>
    makeListAnswer(await listUndoneAttendances(tx, gym, query), query),
}

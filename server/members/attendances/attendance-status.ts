import type { Attendance, ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import { readDoors } from '../../door/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { readStatuses } from '../clients/queries.ts'
import { newestAttendances } from './queries.ts'

export async function addAttendanceStatus(
  call: { tx: Transaction; gym: number; today: string },
  items: readonly Attendance[],
): Promise<ListedAttendance[]> {
  const ids = items.map(({ attendance_id }) => attendance_id)
  const clients = items.map(({ id_client }) => id_client)
  const [doors, statusOf] = await Promise.all([readDoors(call.tx, call.gym, ids), readStatuses(call, clients)])
  const doorOf = new Map(doors.map(({ attendance_id, ...door }) => [attendance_id, door]))
  return items.map((item) => {
    const [door, status] = [doorOf.get(item.attendance_id), statusOf(item.id_client)]
    return door ? { ...item, status: { ...status, ...door } } : item
  })
}

export const listNewestEntries = async (
  tx: Transaction,
  gym: number,
  today: string,
  most: number,
): Promise<ListedAttendance[]> => addAttendanceStatus({ tx, gym, today }, await newestAttendances(tx, gym, most))

import { readInstant } from '@torniquete/contract/dates.ts'
import { errorText, fail, Rejected } from '@torniquete/contract/errors.ts'
import { futureText } from '@torniquete/contract/typed.ts'
import { lockBuyer } from '../bills/queries.ts'
import { listAnswer } from '../db/lists.ts'
import { betweenOf } from '../db/time-range.ts'
import type { HandlersOf } from '../http/context.ts'
import { notifyOvercrowding } from '../inside/queries.ts'
import { insertAccessNotification } from '../notifications/queries.ts'
import { insertAttendance, isRepeat, listAttendances, readAttendance } from './queries.ts'

const day = 86_400_000

export const attendancesHandlers: HandlersOf<'attendances'> = {
  'attendances.list': async ({ tx, gym, query, zone }) => {
    const filter = { ...query, page: query.page - 1, checkedIn: betweenOf(query, zone) }
    return listAnswer(await listAttendances(tx, gym, filter), query)
  },

  'attendances.create': async ({ tx, gym, body, zone, now }) => {
    const client = (await lockBuyer(tx, gym, body.id_client)) ?? fail('row.missing')
    const checkIn = body.check_in ? readInstant(zone, body.check_in) : now
    if (checkIn.getTime() > now.getTime() + day)
      throw new Rejected([{ type: 'too_big', msg: futureText, loc: ['body', 'check_in'] }])
    const id = await insertAttendance(tx, gym, client.id, checkIn, zone)
    if (id === null)
      throw new Rejected([{ type: 'too_small', msg: errorText('attendance.forgotten'), loc: ['body', 'check_in'] }])
    // What is noted later is no news, like a terminal's backlog; one visit is one piece of it.
    const lately = checkIn.getTime() > now.getTime() - day
    if (lately && (client.is_anonymous || !(await isRepeat(tx, gym, id))))
      await insertAccessNotification(tx, gym, client, checkIn)
    await notifyOvercrowding(tx, { gym, zone, now })
    return (await readAttendance(tx, gym, id)) ?? fail('row.missing')
  },
}

import { throwError } from '@torniquete/contract/shared/errors.ts'
import { makeListAnswer } from '../../platform/db/paged-lists.ts'
import { makeSettingsUpsert, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import {
  insertDeparture,
  listDepartures,
  listPeopleInside,
  readAttendanceStay,
  readDeparture,
  readOccupancySettings,
} from './queries.ts'

export const peopleInsideHandlers: AreaHandlers<'inside'> = {
  'inside.list': async ({ tx, gym, zone, now, query }) => {
    const list = await listPeopleInside(tx, { gym, zone, now }, query)
    return { ...list, ...makeListAnswer(list, query) }
  },

  'inside.leave': async ({ tx, gym, zone, now, user, body: { id_attendance: attendance } }) => {
    const moment = { gym, zone, now }
    // Locks the visit, so that concurrent calls about it run one after the other.
    if (attendance !== null)
      await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`inside ${gym} ${attendance}`}, 0))`)
    const entry =
      attendance === null ? null : ((await readAttendanceStay(tx, moment, attendance)) ?? throwError('row.missing'))
    if (entry?.is_over) throwError('inside.over')
    if (entry && !entry.stays) throwError('inside.left')
    const id = await insertDeparture(tx, moment, { attendance, user })
    return (await readDeparture(tx, gym, id)) ?? throwError('row.missing')
  },

  'inside.departures': ({ tx, gym, query }) => listDepartures(tx, gym, query),

  'inside.undo': async ({ tx, gym, user, params: { id } }) => {
    const undone = await tx.run(
      sql`update departures set undone_by = ${user.name} where gym_id = ${gym} and id = ${id} and undone_by is null`,
    )
    if (undone === 0) throwError('row.missing')
  },

  'inside.settings': ({ tx, gym }) => readOccupancySettings(tx, gym),

  'inside.update-settings': async ({ tx, gym, body }) => {
    await tx.run(makeSettingsUpsert('inside_settings', gym, body))
    return readOccupancySettings(tx, gym)
  },
}

import { fail } from '@torniquete/contract/shared/errors.ts'
import { makeListAnswer } from '../../platform/db/lists.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import {
  insertDeparture,
  listDepartures,
  listInside,
  lockVisit,
  readDeparture,
  readEntry,
  readInsideSettings,
  undoDeparture,
  writeInsideSettings,
} from './queries.ts'

export const insideHandlers: AreaHandlers<'inside'> = {
  'inside.list': async ({ tx, gym, zone, now, query }) => {
    const list = await listInside(tx, { gym, zone, now }, query)
    return { ...list, ...makeListAnswer(list, query) }
  },

  'inside.leave': async ({ tx, gym, zone, now, user, body: { id_attendance: attendance } }) => {
    const moment = { gym, zone, now }
    if (attendance !== null) await lockVisit(tx, gym, attendance)
    const entry = attendance === null ? null : ((await readEntry(tx, moment, attendance)) ?? fail('row.missing'))
    if (entry?.is_over) fail('inside.over')
    if (entry && !entry.stays) fail('inside.left')
    const id = await insertDeparture(tx, moment, { attendance, user })
    return (await readDeparture(tx, gym, id)) ?? fail('row.missing')
  },

  'inside.departures': async ({ tx, gym, query }) => makeListAnswer(await listDepartures(tx, gym, query), query),

  'inside.undo': async ({ tx, gym, user, params: { id } }) => {
    if ((await undoDeparture(tx, gym, id, user.name)) === 0) fail('row.missing')
    return undefined
  },

  'inside.settings': ({ tx, gym }) => readInsideSettings(tx, gym),

  'inside.update-settings': async ({ tx, gym, body }) => {
    await writeInsideSettings(tx, gym, body)
    return readInsideSettings(tx, gym)
  },
}

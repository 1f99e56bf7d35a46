import { Rejected } from '@torniquete/contract/errors.ts'
import { noSuchZone, refuseKeepingLess } from '@torniquete/contract/gym-info.ts'
import type { HandlersOf } from '../http/context.ts'
import { refuseForeignPicture } from '../http/pictures.ts'
import {
  databaseKnowsZone,
  databaseZones,
  lockGymInfo,
  readGymInfo,
  readShowInfo,
  updateGymInfo,
  updateShowInfo,
} from './queries.ts'
import { zonesKnownHere } from './zones.ts'

export const gymInfoHandlers: HandlersOf<'gym-info'> & HandlersOf<'show-info'> = {
  'gym-info.read': ({ tx, gym }) => readGymInfo(tx, gym),
  'gym-info.update': async ({ tx, gym, body }) => {
    // Days are reckoned here and in the database: a zone that only one of them knows would set them apart.
    if (body.timeZone !== undefined && !(await databaseKnowsZone(tx, body.timeZone)))
      throw new Rejected([{ type: 'custom', msg: noSuchZone, loc: ['body', 'timeZone'] }])
    await refuseForeignPicture('gyms', 'logo', body, () => readGymInfo(tx, gym))
    if (body.keep_attendances_years !== undefined)
      refuseKeepingLess((await lockGymInfo(tx, gym)).keep_attendances_years, body)
    const { kept_before: _, ...change } = body
    await updateGymInfo(tx, gym, change)
    return readGymInfo(tx, gym)
  },
  'gym-info.zones': async ({ tx }) => zonesKnownHere(await databaseZones(tx)),
  'show-info.read': ({ tx, gym }) => readShowInfo(tx, gym),
  'show-info.update': async ({ tx, gym, body }) => {
    await updateShowInfo(tx, gym, body)
    return readShowInfo(tx, gym)
  },
}

import {
  type GymInfo,
  inconsistentZoneText,
  requireConfirmedRetention,
  unknownZoneText,
} from '@torniquete/contract/admin/gym-info.ts'
import { throwFieldRejection } from '@torniquete/contract/shared/errors.ts'
import { makeUpdateStatement, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers, GymCall } from '../../platform/http/handler-types.ts'
import { requireValidPictureUrl } from '../../platform/http/picture-addresses.ts'
import { listConsistentZones } from './consistent-zones.ts'
import { listDatabaseZones, readGymInfo, readPrintedGymFields } from './queries.ts'

/**
 * Refuses a time zone unless this process and the database, which both compute days, know it with the same rules. A
 * zone that is already stored may stay.
 */
async function refuseDifferentRules(
  { tx, gym, now }: Pick<GymCall<'gym-info.update'>, 'tx' | 'gym' | 'now'>,
  zone: string | undefined,
): Promise<void> {
  if (zone === undefined || (await listConsistentZones(tx, [zone], now)).length > 0) return
  if ((await readGymInfo(tx, gym)).timeZone === zone) return
  const msg = (await listDatabaseZones(tx)).includes(zone) ? inconsistentZoneText : unknownZoneText
  throwFieldRejection(['body', 'timeZone'], msg)
}

export const gymInfoHandlers: AreaHandlers<'gym-info'> & AreaHandlers<'show-info'> = {
  'gym-info.read': ({ tx, gym }) => readGymInfo(tx, gym),
  'gym-info.update': async ({ tx, gym, body, now }) => {
    await refuseDifferentRules({ tx, gym, now }, body.timeZone)
    await requireValidPictureUrl('gyms', 'logo', body, () => readGymInfo(tx, gym))
    if (body.keep_attendances_years !== undefined) {
      const present = await tx.one<GymInfo>(sql`select * from gym_info where gym_id = ${gym} for no key update`)
      requireConfirmedRetention(present.keep_attendances_years, body)
    }
    const { kept_before: _, ...change } = body
    await tx.run(makeUpdateStatement('gym_info', change, sql`gym_id = ${gym}`))
    return readGymInfo(tx, gym)
  },
  'gym-info.zones': async ({ tx, now }) => listConsistentZones(tx, await listDatabaseZones(tx), now),
  'show-info.read': ({ tx, gym }) => readPrintedGymFields(tx, gym),
  'show-info.update': async ({ tx, gym, body }) => {
    await tx.run(makeUpdateStatement('gym_show_info', body, sql`gym_id = ${gym}`))
    return readPrintedGymFields(tx, gym)
  },
}

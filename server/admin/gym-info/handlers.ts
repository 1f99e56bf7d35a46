import { type GymInfo, requireConfirmedRetention, unknownZoneText } from '@torniquete/contract/admin/gym-info.ts'
import { throwFieldRejection } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { makeUpdateStatement, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { requireValidPictureUrl } from '../../platform/http/picture-addresses.ts'
import { isKnownZone, listZones, readGymInfo, readPrintedGymFields } from './queries.ts'

/** Refuses a time zone that Node or the database does not know. A zone that is already stored may stay. */
async function refuseUnknownZone(tx: Transaction, gym: number, zone: string): Promise<void> {
  if ((await isKnownZone(tx, zone)) || (await readGymInfo(tx, gym)).timeZone === zone) return
  throwFieldRejection(['body', 'timeZone'], unknownZoneText)
}

export const gymInfoHandlers: AreaHandlers<'gym-info'> & AreaHandlers<'show-info'> = {
  'gym-info.read': ({ tx, gym }) => readGymInfo(tx, gym),
  'gym-info.update': async ({ tx, gym, body }) => {
    if (body.timeZone !== undefined) await refuseUnknownZone(tx, gym, body.timeZone)
    await requireValidPictureUrl('gyms', 'logo', body, () => readGymInfo(tx, gym))
    if (body.keep_attendances_years !== undefined) {
      const present = await tx.one<GymInfo>(sql`select * from gym_info where gym_id = ${gym} for no key update`)
      requireConfirmedRetention(present.keep_attendances_years, body)
    }
    const { kept_before: _, ...change } = body
    await tx.run(makeUpdateStatement('gym_info', change, sql`gym_id = ${gym}`))
    return readGymInfo(tx, gym)
  },
  'gym-info.zones': ({ tx }) => listZones(tx),
  'show-info.read': ({ tx, gym }) => readPrintedGymFields(tx, gym),
  'show-info.update': async ({ tx, gym, body }) => {
    await tx.run(makeUpdateStatement('gym_show_info', body, sql`gym_id = ${gym}`))
    return readPrintedGymFields(tx, gym)
  },
}

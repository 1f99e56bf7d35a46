import type { PinState } from '@torniquete/contract/door/door.ts'
import { mayExplain, verifyBlocked } from '@torniquete/contract/door/door.ts'
import { may } from '@torniquete/contract/permissions.ts'
import { fail, refuse } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { makeListAnswer } from '../platform/db/lists.ts'
import { toTimeRange } from '../platform/db/time-range.ts'
import type { Actor, AreaHandlers } from '../platform/http/context.ts'
import { listEntriesWithoutRight } from '../reports/notifications/queries.ts'
import { listAccess } from './client-access.ts'
import { explainOpening, listOpenings, readOpening } from './open-door.ts'
import {
  announceDoor,
  countDesiredUsers,
  countPendingPins,
  findPinHolder,
  readManualOverride,
  readPinState,
  resendAllRecords,
  setManualOverride,
} from './queries.ts'
import { listRefused } from './refusals.ts'

interface PinCall {
  tx: Transaction
  gym: number
  user: Actor
  today: string
}

/** Refuses a staff PIN to users who may not list staff. */
async function requireReach({ tx, gym, user }: PinCall, pin: number): Promise<void> {
  const owner = (await findPinHolder(tx, gym, pin)) ?? fail('pin.unknown')
  if (owner.id_user !== null && !may(user.role, 'users.list')) fail('role.forbidden')
}

async function decide(
  call: PinCall,
  pin: number,
  change?: { blocked?: boolean; removed?: boolean },
): Promise<PinState> {
  const { tx, gym, today } = call
  await requireReach(call, pin)
  if (change) await setManualOverride(tx, gym, pin, change)
  else await announceDoor(tx, gym)
  return readPinState(tx, gym, today, pin)
}

export const doorHandlers: Omit<AreaHandlers<'door'>, 'door.open'> = {
  'door.add-user': (call) => decide(call, call.body.pin, { blocked: false, removed: false }),

  'door.edit-user-verify': (call) => decide(call, call.query.pin, { blocked: call.query.new_verify === verifyBlocked }),

  'door.edit-user-name': (call) => decide(call, call.query.pin),

  'door.delete-user': (call) => decide(call, call.query.pin, { removed: true }),

  'door.refused': ({ tx, gym, today, zone, now }) => listRefused(tx, { gym, today, zone, now }),

  'door.let-in': ({ tx, gym, now }) => listEntriesWithoutRight(tx, gym, now),

  'door.openings': async ({ tx, gym, query, zone }) =>
    makeListAnswer(await listOpenings(tx, gym, toTimeRange(query, zone), query), query),

  'door.explain': async ({ tx, gym, user, params, body }) => {
    const opening = (await readOpening(tx, gym, params.id)) ?? fail('row.missing')
    refuse(mayExplain(opening, user))
    await explainOpening(tx, gym, params.id, body.reason)
    return (await readOpening(tx, gym, params.id)) ?? fail('row.missing')
  },

  'door.read-user': async (call) => {
    const { tx, gym, today, params } = call
    await requireReach(call, params.pin)
    const [state, byHand] = await Promise.all([
      readPinState(tx, gym, today, params.pin),
      readManualOverride(tx, gym, params.pin),
    ])
    return { ...state, ...byHand }
  },

  'door.access': async ({ tx, gym, today, params }) =>
    (await listAccess(tx, gym, today, params.id_client)) ?? fail('row.missing'),

  'door.upload-users': async ({ tx, gym, today }) => {
    await resendAllRecords(tx, gym)
    const [users, pending] = await Promise.all([countDesiredUsers(tx, gym, today), countPendingPins(tx, gym, today)])
    return { users, pending }
  },
}
